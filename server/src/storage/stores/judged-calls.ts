import { sql, type RawBuilder } from 'kysely';
import { firstUuidBytesAt } from '../uuid-bytes.ts';

/** Calls of customers to models. The sandbox is part of the program and says nothing about models. */
export const judged = sql`model is not null and model not like 'sandbox/%'`;
/** The call was served as requested. */
export const isGood = sql`ending = 'complete' and status = 200`;
/**
 * Calls that the caller caused to end count as neither good nor bad: refused through the caller's fault, or left. The same applies to calls
 * ended by our own stop.
 */
export const isBad = sql`ending in ('refused', 'upstream_broke', 'timeout', 'complete') and status not between 400 and 499
  and (status in (500, 503) or ending in ('upstream_broke', 'timeout'))`;

/**
 * Served by shared upstreams. Upstreams of one account say nothing about the service for others. Only rows of versions that did not store
 * whose upstream it was depend on what exists today.
 */
export const isShared = sql`case when own_upstreams is not null then own_upstreams = 0
  else not exists (select 1 from accounts a where a.id = calls.account_id and a.isolation = 'own_only')
    and not exists (select 1 from providers p where p.account_id = calls.account_id
      and substr(calls.route, 1, length(p.name) + 1) = p.name || '/') end`;

/** Calls made in a period. */
export function madeWithin(fromMs: number, toMs: number): RawBuilder<unknown> {
  return sql`id >= ${firstUuidBytesAt(fromMs)} and id < ${firstUuidBytesAt(toMs)}`;
}
