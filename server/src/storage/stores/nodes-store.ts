import { sql } from 'kysely';
import type { NodeRow, NodesStore } from '../../fleet/ports.ts';
import { compilerFor } from '../compiler.ts';
import { outsideChanges } from '../change-lock.ts';
import type { Engine } from '../engine.ts';
import type { Migration } from '../schema-change.ts';
import { wholeNumber } from '../whole-number.ts';

/** The database's own clock in milliseconds: nodes need not agree about the time. */
const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** How long a dead node is still listed. */
const keptMs = 3_600_000n;

/**
 * The nodes of a fleet. Only this store decides which nodes are alive.
 * @param migrations every schema change that this program knows.
 */
export function createNodesStore(engine: Engine, migrations: readonly Migration[]): NodesStore {
  const knownSchema = migrations.at(-1)?.id ?? 0;
  const db = compilerFor(engine.sql);

  async function writes(query: ReturnType<typeof sql>): Promise<boolean> {
    const [written = 0] = await engine.write([{ query: query.compile(db) }], []);
    return written > 0;
  }

  return {
    async register({ incarnation, name }) {
      // A schema change that checked for running nodes that would misread it either is finished, or begins later and finds this node.
      const insertion = sql`insert into nodes (incarnation, name, started_at, heartbeat_at, state, schema)
        select ${incarnation}, ${name}, ${nowMs}, ${nowMs}, 'live', cast(${knownSchema} as bigint)
        where not exists (select 1 from schema_migrations where works_from > ${knownSchema})`;
      const counts = await engine.write([outsideChanges, { query: insertion.compile(db) }], []);
      return counts.at(-1) === 1;
    },

    beat(incarnation, hears) {
      const deafSince = hears ? sql`null` : sql`coalesce(deaf_since, ${nowMs})`;
      return writes(sql`update nodes set heartbeat_at = ${nowMs}, deaf_since = ${deafSince}
        where incarnation = ${incarnation} and state = 'live'`);
    },

    async list() {
      const query = sql`select incarnation, name, state, started_at, recovered_at, heartbeat_at,
        ${nowMs} - heartbeat_at as silent_ms, ${nowMs} - deaf_since as deaf_ms from nodes
        where state = 'live' or recovered_at is null or recovered_at > ${nowMs} - ${keptMs}::bigint
        order by started_at, incarnation`;
      return (await engine.read('hot', query.compile(db))).map((row): NodeRow => ({
        incarnation: String(row.incarnation),
        name: String(row.name),
        state: row.state === 'live' ? 'live' : 'dead',
        isRecovered: row.recovered_at !== null,
        startedAtMs: Number(wholeNumber(row.started_at)),
        heartbeatAtMs: Number(wholeNumber(row.heartbeat_at)),
        silentMs: Number(wholeNumber(row.silent_ms)),
        deafMs: row.deaf_ms === null ? null : Number(wholeNumber(row.deaf_ms)),
      }));
    },

    declareDead(incarnation, silentMs) {
      return writes(sql`update nodes set state = 'dead' where incarnation = ${incarnation} and state = 'live'
        and heartbeat_at <= ${nowMs} - cast(${BigInt(silentMs)} as bigint)`);
    },

    async recovered(incarnation) {
      await writes(sql`update nodes set recovered_at = ${nowMs} where incarnation = ${incarnation} and state = 'dead'`);
    },
  };
}
