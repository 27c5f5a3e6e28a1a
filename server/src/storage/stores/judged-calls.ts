import { sql, type RawBuilder } from 'kysely';
import { firstUuidBytesAt } from '../uuid-bytes.ts';

/** Calls of customers to models; the sandbox is a part of the program and says nothing about models. */
export const judged = sql`model is not null and model not like 'sandbox/%'`;
/** Served as it was asked. */
export const isGood = sql`ending = 'complete' and status = 200`;
/** Calls ended by the caller count as neither: refused by its own fault, left, or ended by our own stop. */
export const isBad = sql`ending in ('refused', 'upstream_broke', 'timeout', 'complete') and status not between 400 and 499
  and (status in (500, 503) or ending in ('upstream_broke', 'timeout'))`;

/** By shared upstreams. Those of one account say nothing about the service for others. */
export const isShared = sql`not exists (select 1 from accounts a where a.id = calls.account_id and a.isolation = 'own_only')
  and not exists (select 1 from providers p where p.account_id = calls.account_id
    and substr(calls.route, 1, length(p.name) + 1) = p.name || '/')`;

/** Calls made in a period. */
export function madeWithin(fromMs: number, toMs: number): RawBuilder<unknown> {
  return sql`id >= ${firstUuidBytesAt(fromMs)} and id < ${firstUuidBytesAt(toMs)}`;
}
