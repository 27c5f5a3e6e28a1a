import type { NanoCny } from '@tollgate/contract/money';
import { sql } from 'kysely';
import type { FiguresStore } from '../../domain/limits/coordination.ts';
import { dayWindow, isSubAccountId, monthWindow, parseWindow } from '../../domain/limits/window.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

/** The initial values of counters: the ledger's totals plus the hours not yet closed into it. */
export function createFiguresStore(engine: Engine): FiguresStore {
  const db = compilerFor(engine.sql);

  return {
    /**
     * One statement reads both, so that an hour being closed is counted exactly once. The ledger does not record the node, so the postings
     * of excluded nodes are subtracted again; hours stay in the table after they are closed.
     */
    async accountUsed(accountId, except = []) {
      const query = sql`select
        coalesce((select usage_total from ledger_entries where account_id = ${accountId} order by seq desc limit 1), 0) as closed,
        coalesce((select cast(sum(charge) as bigint) from usage_hours where account_id = ${accountId} and hour_start >
          coalesce((select max(hour_start) from ledger_entries where account_id = ${accountId} and kind = 'usage'), -1)), 0) as open,
        ${
          except.length === 0
            ? sql`0`
            : sql`coalesce((select cast(sum(charge) as bigint) from usage_hours
                where account_id = ${accountId} and node in (${sql.join(except)})), 0)`
        } as excepted`;
      const [row] = await engine.read('hot', query.compile(db));
      return wholeNumber(row?.closed) + wholeNumber(row?.open) - wholeNumber(row?.excepted);
    },

    async keyUsed(ownerId, day, month, except = []) {
      const isOfOwner = isSubAccountId(ownerId)
        ? sql`sub_account_id = ${ownerId} and sub_account_id <> ''`
        : sql`key_id = ${ownerId}`;
      const query = sql`select
        coalesce(cast(sum(case when day = ${day} then charge else 0 end) as bigint), 0) as in_day,
        coalesce(cast(sum(charge) as bigint), 0) as in_month
        from usage_hours where ${isOfOwner} and day between ${month * 100} and ${month * 100 + 99}
        ${except.length === 0 ? sql`` : sql`and node not in (${sql.join(except)})`}`;
      const [row] = await engine.read('hot', query.compile(db));
      return { day: wholeNumber(row?.in_day), month: wholeNumber(row?.in_month) };
    },
  };
}

/** The committed postings of one process start in a window. */
export async function postedBy(
  engine: Engine,
  { incarnation, accountId, window }: { readonly incarnation: string; readonly accountId: string; readonly window: string },
): Promise<NanoCny> {
  const { scope, id, period } = parseWindow(window);
  const within = {
    account: sql`account_id = ${accountId}`,
    key_day: sql`key_id = ${id} and day = ${BigInt(period)}`,
    key_month: sql`key_id = ${id} and day between ${BigInt(period * 100)} and ${BigInt(period * 100 + 99)}`,
    sub_account_day: sql`sub_account_id = ${id} and day = ${BigInt(period)}`,
    sub_account_month: sql`sub_account_id = ${id} and day between ${BigInt(period * 100)} and ${BigInt(period * 100 + 99)}`,
  }[scope];
  const query = sql`select coalesce(cast(sum(charge) as bigint), 0) as used from usage_hours
    where node = ${incarnation} and ${within}`;
  const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return wholeNumber(row?.used);
}

/** The windows, by account, in which one process start has posted usage of hours since a given time. */
export async function postedIn(
  engine: Engine,
  incarnation: string,
  sinceMs: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const query = sql`select account_id, key_id, sub_account_id, day from usage_hours
    where node = ${incarnation} and hour_start >= ${BigInt(Math.floor(sinceMs))} group by account_id, key_id, sub_account_id, day`;
  const windows = new Map<string, Set<string>>();
  for (const row of await engine.read('hot', query.compile(compilerFor(engine.sql)))) {
    const [accountId, day] = [String(row.account_id), Number(wholeNumber(row.day))];
    const known = windows.get(accountId) ?? new Set([accountId]);
    for (const ownerId of [String(row.key_id), String(row.sub_account_id)]) {
      if (ownerId !== '') known.add(dayWindow(ownerId, day)).add(monthWindow(ownerId, Math.floor(day / 100)));
    }
    windows.set(accountId, known);
  }
  return new Map([...windows].map(([accountId, names]) => [accountId, [...names]]));
}
