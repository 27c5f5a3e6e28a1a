import { sql } from 'kysely';
import type { TakingsStore } from '../../domain/limits/broken-connections.ts';
import { hourOf } from '../../domain/limits/rolling-sum.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { firstUuidBytesAt, uuidBytes } from '../uuid-bytes.ts';
import { wholeNumber } from '../whole-number.ts';

const hourMs = 3_600_000n;

function hourIn(column: unknown): number {
  return hourOf(Number(wholeNumber(column)));
}

/**
 * Abandoned and cancelled calls of clients, read from the log through indexes of exactly those rows, and the charges of the same period.
 */
export function createTakingsStore(engine: Engine): TakingsStore {
  const db = compilerFor(engine.sql);

  return {
    async takings(accountId, sinceMs, except) {
      const others = except.length === 0 ? sql`` : sql`and id not in (${sql.join(except.map(uuidBytes))})`;
      const since = sql`account_id = ${accountId} and hour_start >= ${BigInt(sinceMs) - hourMs} and id >= ${firstUuidBytesAt(sinceMs)}`;
      // The literal conditions match the indexes `calls_broken_off` and `tasks_cancelled`; the ID limits the days that are read.
      const query = sql`select key_id, hour_start, first_token_ms is null as early, cast(sum(uncollected) as bigint) as amount
        from calls where ${since} and error_code in ('client_left', 'answer_too_long') and uncollected > 0 ${others}
        group by key_id, hour_start, first_token_ms is null
        union all select key_id, hour_start, true as early, cast(sum(uncollected) as bigint) as amount
        from calls where ${since} and error_code = 'task_cancelled' and uncollected > 0 ${others}
        group by key_id, hour_start`;
      const rows = await engine.read('hot', query.compile(db));
      return rows.map((row) => ({
        keyId: String(row.key_id),
        hour: hourIn(row.hour_start),
        kind: row.early === true || row.early === 1n ? 'left_early' : 'taken',
        amount: wholeNumber(row.amount),
      }));
    },

    async charges(accountId, { dayMs, monthMs }) {
      // As for a balance, closed hours come from the ledger, one row each, and open hours are added.
      const query = sql`
        select null as key_id, hour_start, -amount as amount from ledger_entries
          where account_id = ${accountId} and kind = 'usage' and hour_start >= ${BigInt(monthMs)}
        union all
        select null as key_id, hour_start, cast(sum(charge) as bigint) as amount from usage_hours
          where account_id = ${accountId} and hour_start > coalesce(
            (select max(hour_start) from ledger_entries where account_id = ${accountId} and kind = 'usage'), ${BigInt(monthMs)})
          group by hour_start
        union all
        select key_id, hour_start, cast(sum(charge) as bigint) as amount from usage_hours
          where account_id = ${accountId} and hour_start >= ${BigInt(dayMs)} group by key_id, hour_start`;
      const rows = await engine.read('hot', query.compile(db));
      return rows.map((row) => ({
        keyId: typeof row.key_id === 'string' ? row.key_id : null,
        hour: hourIn(row.hour_start),
        amount: wholeNumber(row.amount),
      }));
    },
  };
}
