import type { Kysely } from 'kysely';
import { systemClock } from '../../../platform/clock.ts';
import type { SignInTables } from './sign-in-tables.ts';

/** Uses a one-time value and returns whether this was the first time. The value is remembered for `keptMs`. */
export async function useOnce(
  db: Kysely<SignInTables>,
  purpose: string,
  { value, keptMs }: { readonly value: string; readonly keptMs: number },
): Promise<boolean> {
  const nowMs = systemClock.nowMs();
  await db.deleteFrom('usedOnce').where('expiresAt', '<', nowMs).execute();
  // Conflict: the value was used before. The number of rows written is the result.
  const result = await db
    .insertInto('usedOnce')
    .values({ purpose, value, expiresAt: nowMs + keptMs })
    .onConflict((conflict) => conflict.columns(['purpose', 'value']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
