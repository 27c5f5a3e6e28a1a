import { sql, type RawBuilder } from 'kysely';
import { incidentImpacts, incidentStates } from '@tollgate/contract/enumerations';
import type { IncidentsStore } from '../news-ports.ts';
import type { Incident, IncidentUpdate } from '../../../domain/status/incident.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import { onceStatements } from '../../../storage/stores/once-store.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';

const newestMax = 50;

type Row = Readonly<Record<string, unknown>>;
const numberOf = (value: unknown): number => Number(wholeNumber(value));
const stateOf = (value: unknown) => incidentStates.find((state) => state === value) ?? 'investigating';

function updateOf(row: Row): IncidentUpdate {
  const text = { zh: String(row.text_zh), en: String(row.text_en) };
  return { id: String(row.id), status: stateOf(row.status), text, atMs: numberOf(row.at) };
}

function incidentOf(row: Row, updates: readonly IncidentUpdate[]): Incident {
  return {
    id: String(row.id),
    title: { zh: String(row.title_zh), en: String(row.title_en) },
    impact: incidentImpacts.find((impact) => impact === row.impact) ?? 'minor',
    status: stateOf(row.status),
    models: JSON.parse(String(row.models)) as string[],
    startedAtMs: numberOf(row.started_at),
    resolvedAtMs: row.resolved_at === null ? null : numberOf(row.resolved_at),
    updatedAtMs: numberOf(row.updated_at),
    updates,
  };
}

/** Stores incidents. */
export function createIncidentsStore(engine: Engine): IncidentsStore {
  const db = compilerFor(engine.sql);
  const read = (query: RawBuilder<unknown>): Promise<readonly Row[]> => engine.read('reports', query.compile(db));

  async function load(which: RawBuilder<unknown>): Promise<readonly Incident[]> {
    const rows = await read(sql`select * from incidents where ${which}`);
    const updates = await read(sql`select * from incident_updates where incident_id in (select id from incidents where ${which})
      order by at desc, id desc`);
    const byIncident = Map.groupBy(updates, (row) => String(row.incident_id));
    return rows
      .map((row) => incidentOf(row, (byIncident.get(String(row.id)) ?? []).map(updateOf)))
      .sort((left, right) => right.startedAtMs - left.startedAtMs);
  }

  function insertUpdate(incidentId: string, { id, status, text, atMs }: IncidentUpdate) {
    const query = sql`insert into incident_updates (id, incident_id, status, text_zh, text_en, at)
      values (${id}, ${incidentId}, ${status}, ${text.zh}, ${text.en}, ${BigInt(atMs)})`;
    return { query: query.compile(db) };
  }

  return {
    recent: () =>
      load(sql`resolved_at is null or id in (select id from incidents order by started_at desc limit ${BigInt(newestMax)})`),

    async find(id) {
      return (await load(sql`id = ${id}`))[0] ?? null;
    },

    async create(incident, audit, once) {
      const { id, title, impact, status, models, startedAtMs, resolvedAtMs, updatedAtMs } = incident;
      const query = sql`insert into incidents
          (id, title_zh, title_en, impact, status, models, started_at, resolved_at, updated_at)
        values (${id}, ${title.zh}, ${title.en}, ${impact}, ${status}, ${JSON.stringify(models)}, ${BigInt(startedAtMs)},
          ${resolvedAtMs === null ? null : BigInt(resolvedAtMs)}, ${BigInt(updatedAtMs)})`;
      const updates = incident.updates.map((update) => insertUpdate(id, update));
      await engine.write([...onceStatements(engine, once), { query: query.compile(db) }, ...updates], [audit]);
    },

    async update({ id, impact, status, resolvedAtMs, updatedAtMs }, { update, audit, once }) {
      const isOpen = status === 'postmortem' ? sql`resolved_at is not null` : sql`resolved_at is null`;
      const query = sql`update incidents set impact = ${impact}, status = ${status}, updated_at = ${BigInt(updatedAtMs)},
        resolved_at = ${resolvedAtMs === null ? null : BigInt(resolvedAtMs)} where id = ${id} and ${isOpen}`;
      const changed = { query: query.compile(db), mustWrite: 'incident' };
      await engine.write([...onceStatements(engine, once), changed, insertUpdate(id, update)], [audit]);
    },
  };
}
