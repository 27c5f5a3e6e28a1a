import { sql, type Kysely } from 'kysely';
import type { AttemptLimits, AttemptRule, Taken } from './attempt-limits.ts';
import type { SignInTables } from '../database/sign-in-tables.ts';

const free: Taken = { allowed: true, retryAfterMs: 0 };
/** More than the longest window. */
const keptMs = 86_400_000;
/** Number of attempts between sweeps of old windows. */
const sweepEvery = 500;

/** Uses the server's clock, because those of the nodes may differ. */
const nowMs = sql<string>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Counts attempts across all nodes, in an unlogged table: a crash of the server loses an hour of counting. */
export function createPostgresLimits(db: Kysely<SignInTables>): AttemptLimits {
  let taken = 0;

  async function look(key: string, { windowMs, max }: AttemptRule): Promise<Taken> {
    const { rows } = await sql<{ left: string }>`select "startMs" + ${windowMs}::bigint - ${nowMs} as "left"
      from auth."attemptWindow" where "key" = ${key} and "count" >= ${max}::int`.execute(db);
    const retryAfterMs = Number(rows[0]?.left ?? 0);
    return retryAfterMs > 0 ? { allowed: false, retryAfterMs } : free;
  }

  return {
    look,
    async take(key, rule) {
      taken += 1;
      if (taken % sweepEvery === 0)
        await sql`delete from auth."attemptWindow" where "startMs" < ${nowMs} - ${keptMs}::bigint`.execute(db);
      const isOver = sql<boolean>`${nowMs} - kept."startMs" >= ${rule.windowMs}::bigint`;
      const { rows } = await sql`insert into auth."attemptWindow" as kept ("key", "startMs", "count")
        values (${key}, ${nowMs}, 1) on conflict ("key") do update set
          "startMs" = case when ${isOver} then ${nowMs} else kept."startMs" end,
          "count" = case when ${isOver} then 1 else kept."count" + 1 end
        where ${isOver} or kept."count" < ${rule.max}::int returning "count"`.execute(db);
      return rows.length > 0 ? free : await look(key, rule);
    },
  };
}
