import { createHmac } from 'node:crypto';
import { systemClock } from '../../platform/clock.ts';
import { requestState } from './request-state.ts';
import type { SignInParts } from './sign-in-parts.ts';

/** Remembers the browser of a sign-in; answers whether it is new to somebody who has signed in from others before. */
export async function isNewDevice({ own, data }: Pick<SignInParts, 'own' | 'data'>, userId: string): Promise<boolean> {
  const mark = requestState.getStore()?.device;
  if (mark === undefined || mark === '') return false;
  const device = createHmac('sha256', data.secret).update(`device:${mark}`).digest('base64url').slice(0, 22);
  const seenAt = systemClock.nowMs();
  const known = await own.selectFrom('knownDevice').select('device').where('userId', '=', userId).limit(1).executeTakeFirst();
  const result = await own
    .insertInto('knownDevice')
    .values({ userId, device, seenAt })
    .onConflict((conflict) => conflict.columns(['userId', 'device']).doNothing())
    .executeTakeFirst();
  return known !== undefined && (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
