import { sql, type RawBuilder } from 'kysely';
import type { ProbesStore } from '../news-ports.ts';
import type { ProbesWriter } from '../../../domain/status/probes.ts';
import { isTooQuiet } from '../../../domain/status/slot-rule.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';

const numberOf = (value: unknown): number => Number(wholeNumber(value));

/** Stores probe calls to models. @param engine with writes under the lease of the job */
export function createProbesWriter(engine: Engine): ProbesWriter {
  const db = compilerFor(engine.sql);
  const write = async (query: RawBuilder<unknown>): Promise<void> => {
    await engine.write([{ query: query.compile(db) }], []);
  };
  return {
    async of(startMs) {
      const query = sql`select model, good, bad from status_probes where slot_start = ${BigInt(startMs)}`;
      const rows = await engine.read('reports', query.compile(db));
      return rows.map(({ model, good, bad }) => ({ model: String(model), good: numberOf(good), bad: numberOf(bad) }));
    },
    add: ({ startMs, day }, { model, good, bad }, cost) =>
      write(sql`insert into status_probes (slot_start, model, day, good, bad, cost)
        values (${BigInt(startMs)}, ${model}, ${BigInt(day)}, ${BigInt(good)}, ${BigInt(bad)}, ${cost})
        on conflict (slot_start, model) do update set good = status_probes.good + excluded.good,
          bad = status_probes.bad + excluded.bad, cost = status_probes.cost + excluded.cost`),
    purge: (beforeMs) => write(sql`delete from status_probes where slot_start < ${BigInt(beforeMs)}`),
  };
}

/** Reads probe results, and stores which models are excluded. */
export function createProbesStore(engine: Engine): ProbesStore {
  const db = compilerFor(engine.sql);
  const read = (query: RawBuilder<unknown>) => engine.read('reports', query.compile(db));
  return {
    async spentOn(day) {
      const [row] = await read(sql`select coalesce(sum(cost), 0) as spent from status_probes where day = ${BigInt(day)}`);
      return wholeNumber(row?.spent);
    },
    async spentSince(fromMs) {
      const [row] = await read(
        sql`select coalesce(sum(cost), 0) as spent from status_probes where slot_start >= ${BigInt(fromMs)}`,
      );
      return wholeNumber(row?.spent);
    },
    async switchedOff() {
      return new Set((await read(sql`select model from probes_off`)).map(({ model }) => String(model)));
    },
    async judgedSince(fromMs) {
      const rows = await read(sql`select model, slot_start, good, bad, accounts from status_slots
        where slot_start >= ${BigInt(fromMs)} and availability is not null order by slot_start desc`);
      return rows
        .filter((row) => isTooQuiet({ good: numberOf(row.good), bad: numberOf(row.bad), accounts: numberOf(row.accounts) }))
        .map((row) => ({ model: String(row.model), startMs: numberOf(row.slot_start) }));
    },
    async choose(model, isProbed, audit) {
      // Conflict: the model is already excluded.
      const query = isProbed
        ? sql`delete from probes_off where model = ${model}`
        : sql`insert into probes_off (model) values (${model}) on conflict do nothing`;
      await engine.write([{ query: query.compile(db) }], [audit]);
    },
  };
}
