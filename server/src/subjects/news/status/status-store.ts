import { sql, type RawBuilder } from 'kysely';
import type { StatusReader, StatusWriter, StatusSpan } from '../../../domain/status/status-store.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { uuidTimeMs } from '../../../storage/uuid-bytes.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { isBad, isGood, isShared, judged, madeWithin } from '../../../storage/stores/judged-calls.ts';

const progressName = 'status_progress';
/** Small enough that no transaction delays others for long. */
const rowsPerUnit = 200;

type Row = Readonly<Record<string, unknown>>;
const numberOf = (value: unknown): number => Number(wholeNumber(value));
const numberOrNull = (value: unknown): number | null => (value === null ? null : numberOf(value));
const wholeOrNull = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
const timesOf = (row: Row) => ({ p50Ms: numberOrNull(row.p50), p95Ms: numberOrNull(row.p95) });
const modelOf = ({ model }: Row): string => String(model);
const packedOf = (row: Row) => ({ model: modelOf(row), firstToken: String(row.first_token) });
const sumsOf = (row: Row) => ({
  model: modelOf(row),
  slots: numberOf(row.slots),
  availabilitySum: numberOf(row.availability_sum),
  downSlots: numberOf(row.down_slots),
});

/** The database access shared by the parts below. */
interface Database {
  readonly read: (query: RawBuilder<unknown>) => Promise<readonly Row[]>;
  readonly write: (...queries: readonly RawBuilder<unknown>[]) => Promise<void>;
  /** Replaces all rows in one transaction; further statements follow if there are very many. */
  readonly replace: (remove: RawBuilder<unknown>, inserts: readonly RawBuilder<unknown>[]) => Promise<void>;
}

function databaseOf(engine: Engine): Database {
  const db = compilerFor(engine.sql);
  const write = async (...queries: readonly RawBuilder<unknown>[]): Promise<void> => {
    const unit: readonly UnitStatement[] = queries.map((query) => ({ query: query.compile(db) }));
    await engine.write(unit, []);
  };
  return {
    read: (query) => engine.read('reports', query.compile(db)),
    write,
    async replace(remove, inserts) {
      await write(remove, ...inserts.slice(0, rowsPerUnit));
      for (let at = rowsPerUnit; at < inserts.length; at += rowsPerUnit) await write(...inserts.slice(at, at + rowsPerUnit));
    },
  };
}

/** Reads the calls, and stores up to where they are judged. */
function callsToJudge({
  read,
  write,
}: Database): Pick<StatusWriter, 'progress' | 'setProgress' | 'firstCallMs' | 'tallies' | 'firstTokens'> {
  return {
    async progress() {
      const [row] = await read(sql`select value from settings where name = ${progressName}`);
      const [finalMs, seenMs] = (typeof row?.value === 'string' ? row.value : '').split(' ').map(Number);
      return finalMs === undefined || seenMs === undefined ? null : { finalMs, seenMs };
    },

    setProgress: ({ finalMs, seenMs }) =>
      write(sql`insert into settings (name, value) values (${progressName}, ${`${String(finalMs)} ${String(seenMs)}`})
        on conflict (name) do update set value = excluded.value`),

    async firstCallMs() {
      const [row] = await read(sql`select id from calls order by id limit 1`);
      return row === undefined ? null : uuidTimeMs(row.id as Uint8Array);
    },

    async tallies(fromMs, toMs) {
      const rows = await read(sql`select model, account_id, sum(case when ${isGood} then count else 0 end) as good,
          sum(case when ${isBad} then count else 0 end) as bad
        from calls where ${madeWithin(fromMs, toMs)} and ${judged} and ((${isGood}) or (${isBad})) and ${isShared}
        group by model, account_id`);
      return rows.map((row) => ({ model: modelOf(row), good: numberOf(row.good), bad: numberOf(row.bad) }));
    },

    async firstTokens(fromMs, toMs) {
      const rounded = sql`case when first_token_ms < 1000 then first_token_ms when first_token_ms < 10000 then first_token_ms / 10 * 10
        when first_token_ms < 100000 then first_token_ms / 100 * 100 else first_token_ms / 1000 * 1000 end`;
      const rows = await read(sql`select model, ms, count(*) as times from (select model, ${rounded} as ms
          from calls where ${madeWithin(fromMs, toMs)} and ${judged} and ${isGood} and streamed = 1 and first_token_ms is not null
            and ${isShared}) as c
        group by model, ms`);
      return rows.map((row) => ({ model: modelOf(row), ms: numberOf(row.ms), count: numberOf(row.times) }));
    },
  };
}

/** Stores the judgements of calls. */
function judgements({
  read,
  write,
  replace,
}: Database): Pick<StatusWriter, 'putSlot' | 'sumDay' | 'sumsOfSlots' | 'sumsOfDays' | 'putFigures' | 'purge'> {
  return {
    // Conflict: this transaction deleted the rows. Another node that counted the same slot has written equal ones.
    putSlot: ({ startMs, day }, rows) =>
      replace(
        sql`delete from status_slots where slot_start = ${BigInt(startMs)}`,
        rows.map(
          (row) => sql`insert into status_slots
              (slot_start, model, day, good, bad, accounts, availability, is_down, first_token)
            values (${BigInt(startMs)}, ${row.model}, ${BigInt(day)}, ${BigInt(row.good)}, ${BigInt(row.bad)}, ${BigInt(row.accounts)},
              ${row.availabilityPpm === null ? null : BigInt(row.availabilityPpm)}, ${row.isDown ? 1n : 0n}, ${row.firstToken})
            on conflict (slot_start, model) do nothing`,
        ),
      ),

    sumDay: (day) =>
      write(
        sql`update status_days set slots = 0, availability_sum = 0, down_slots = 0 where day = ${BigInt(day)}`,
        sql`insert into status_days (day, model, slots, availability_sum, down_slots)
          select day, model, count(availability), coalesce(sum(availability), 0), sum(is_down)
          from status_slots where day = ${BigInt(day)} group by day, model
          on conflict (day, model) do update set slots = excluded.slots, availability_sum = excluded.availability_sum,
            down_slots = excluded.down_slots`,
      ),

    async sumsOfSlots(fromMs) {
      const rows = await read(sql`select model, count(availability) as slots, coalesce(sum(availability), 0) as availability_sum,
          sum(is_down) as down_slots
        from status_slots where slot_start >= ${BigInt(fromMs)} group by model`);
      return rows.map(sumsOf);
    },

    async sumsOfDays(fromDay) {
      const rows = await read(sql`select model, sum(slots) as slots, sum(availability_sum) as availability_sum,
          sum(down_slots) as down_slots
        from status_days where day >= ${BigInt(fromDay)} group by model`);
      return rows.map(sumsOf);
    },

    putFigures: (rows) =>
      replace(
        // A model without calls in the last day must have no figures for it.
        sql`delete from status_figures where span = '24h'`,
        rows.map(
          ({ model, span, slots, availabilitySum, p50Ms, p95Ms }) => sql`insert into status_figures
              (model, span, slots, availability_sum, p50, p95)
            values (${model}, ${span}, ${BigInt(slots)}, ${BigInt(availabilitySum)},
              ${wholeOrNull(p50Ms)}, ${wholeOrNull(p95Ms)})
            on conflict (model, span) do update set slots = excluded.slots, availability_sum = excluded.availability_sum,
              p50 = excluded.p50, p95 = excluded.p95`,
        ),
      ),

    purge: ({ slotMs, hourMs, day }) =>
      write(
        sql`delete from status_slots where slot_start < ${BigInt(slotMs)}`,
        sql`delete from status_hours where hour_start < ${BigInt(hourMs)}`,
        sql`delete from status_days where day < ${BigInt(day)}`,
        sql`delete from status_figures where model not in (select model from status_days)`,
      ),
  };
}

/** Times to first token, in packed form. */
function packedTimes({
  read,
  replace,
}: Database): Pick<StatusWriter, 'putHour' | 'timesOfHours' | 'timesOfSlots' | 'timesOfDays' | 'putDayTimes'> {
  return {
    putHour: (hourMs, day, times) =>
      replace(
        sql`update status_slots set first_token = null
          where slot_start >= ${BigInt(hourMs)} and slot_start < ${BigInt(hourMs + 3_600_000)}`,
        times.map(
          ({ model, firstToken }) => sql`insert into status_hours (hour_start, model, day, first_token)
            values (${BigInt(hourMs)}, ${model}, ${BigInt(day)}, ${firstToken})
            on conflict (hour_start, model) do update set first_token = excluded.first_token`,
        ),
      ),

    async timesOfHours(from) {
      const which = 'day' in from ? sql`day = ${BigInt(from.day)}` : sql`hour_start >= ${BigInt(from.hourMs)}`;
      return (await read(sql`select model, first_token from status_hours where ${which}`)).map(packedOf);
    },

    async timesOfSlots(fromMs) {
      const query = sql`select model, first_token from status_slots where slot_start >= ${BigInt(fromMs)} and first_token is not null`;
      return (await read(query)).map(packedOf);
    },

    async timesOfDays(model, fromDay) {
      const rows = await read(sql`select first_token from status_days where day >= ${BigInt(fromDay)} and model = ${model}
        and first_token is not null`);
      return rows.map((row) => String(row.first_token));
    },

    putDayTimes: (day, times) =>
      replace(
        sql`update status_days set first_token = null, p50 = null, p95 = null where day = ${BigInt(day)}`,
        times.map(
          ({ model, firstToken, p50Ms, p95Ms }) =>
            sql`update status_days set first_token = ${firstToken}, p50 = ${wholeOrNull(p50Ms)}, p95 = ${wholeOrNull(p95Ms)}
              where day = ${BigInt(day)} and model = ${model}`,
        ),
      ),
  };
}

/** Stores the results of the job that judges calls. @param engine with writes under the lease of the job */
export function createStatusWriter(engine: Engine): StatusWriter {
  const database = databaseOf(engine);
  return { ...callsToJudge(database), ...judgements(database), ...packedTimes(database) };
}

const spans: readonly StatusSpan[] = ['24h', '7d', '90d'];

/** Reads the data of the status page. */
export function createStatusReader(engine: Engine): StatusReader {
  const { read } = databaseOf(engine);
  return {
    async days(fromDay) {
      const rows = await read(sql`select day, model, slots, availability_sum, down_slots, p50, p95 from status_days
        where day >= ${BigInt(fromDay)}`);
      return rows.map((row) => ({ ...sumsOf(row), ...timesOf(row), day: numberOf(row.day) }));
    },

    async figures() {
      const rows = await read(sql`select model, span, slots, availability_sum, p50, p95 from status_figures`);
      return rows.map((row) => ({
        model: modelOf(row),
        span: spans.find((span) => span === row.span) ?? '90d',
        slots: numberOf(row.slots),
        availabilitySum: numberOf(row.availability_sum),
        ...timesOf(row),
      }));
    },

    async latestSlots(fromMs) {
      const rows = await read(sql`select model, slot_start, availability, is_down from status_slots
        where slot_start >= ${BigInt(fromMs)} and availability is not null order by slot_start desc`);
      return rows.map((row) => ({
        model: modelOf(row),
        startMs: numberOf(row.slot_start),
        availabilityPpm: numberOrNull(row.availability),
        isDown: numberOf(row.is_down) === 1,
      }));
    },
  };
}
