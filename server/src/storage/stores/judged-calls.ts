import { sql, type RawBuilder } from 'kysely';
import { firstUuidBytesAt } from '../uuid-bytes.ts';

/** Calls of customers to models; the sandbox is a part of the program and says nothing about models. */
export const judged = sql`model is not null and model not like 'sandbox/%'`;
/** Served as it was asked. */
export const isGood = sql`ending = 'complete' and status = 200`;
/** What the caller brought about is neither: refused by its own fault, left, or ended by our own stop. */
export const isBad = sql`ending in ('refused', 'upstream_broke', 'timeout', 'complete') and status not between 400 and 499
  and (status in (500, 503) or ending in ('upstream_broke', 'timeout'))`;

/** Calls made in a stretch. */
export function madeWithin(fromMs: number, toMs: number): RawBuilder<unknown> {
  return sql`id >= ${firstUuidBytesAt(fromMs)} and id < ${firstUuidBytesAt(toMs)}`;
}
