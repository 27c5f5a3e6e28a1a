import { sql } from 'kysely';
import type { JobLeases } from '../../platform/job-leases.ts';
import type { Ids } from '../../platform/ids.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** A holder that neither writes nor renews for this long has lost its lease. */
const leaseMs = 30_000n;

/** Must come first in every unit that a job writes: a job that lost its lease, perhaps while it was paused, then writes nothing. */
function guard(engine: Engine, holder: string): UnitStatement {
  const query = sql`update job_leases set until_ms = ${nowMs} + ${leaseMs}::bigint where holder = ${holder} and done_at is null`;
  return { query: query.compile(compilerFor(engine.sql)), mustWrite: 'job lease' };
}

/** The engine for a job: writes take effect only while the job holds the lease. */
export function guardedEngine(engine: Engine, holder: string): Engine {
  return {
    ...engine,
    async write(unit, audit) {
      const guarded = [guard(engine, holder), ...unit];
      const slowly = audit.length === 0 ? engine.writeSlowly?.(guarded) : undefined;
      const [, ...written] = await (slowly ?? engine.write(guarded, audit));
      return written;
    },
  };
}

/** The clock that all nodes share. */
export async function databaseClockMs(engine: Engine): Promise<number> {
  const [row] = await engine.read('hot', sql`select ${nowMs} as now`.compile(compilerFor(engine.sql)));
  return Number(wholeNumber(row?.now));
}

/** Ensures one run of each job per period, on any node. The database's clock determines the periods. */
export function createJobLeasesStore(engine: Engine, ids: Pick<Ids, 'uuid'>): JobLeases {
  const db = compilerFor(engine.sql);
  return {
    async claim(job, everyMs) {
      const holder = ids.uuid();
      const query = sql`insert into job_leases as taken (job, period, holder, fence, until_ms)
        values (${job}, ${nowMs} / ${BigInt(everyMs)}::bigint, ${holder}, 1, ${nowMs} + ${leaseMs}::bigint)
        on conflict (job, period) do update set holder = excluded.holder, fence = taken.fence + 1, until_ms = excluded.until_ms
        where taken.done_at is null and taken.until_ms < ${nowMs}`;
      const [written = 0] = await engine.write([{ query: query.compile(db) }], []);
      return written > 0 ? holder : null;
    },

    async renew(holder) {
      await engine.write([guard(engine, holder)], []);
    },

    async done(holder) {
      const end = sql`update job_leases set done_at = ${nowMs} where holder = ${holder} and done_at is null`;
      const old = sql`delete from job_leases where done_at < ${nowMs} - 604800000`;
      await engine.write([{ query: end.compile(db), mustWrite: 'job lease' }, { query: old.compile(db) }], []);
    },
  };
}
