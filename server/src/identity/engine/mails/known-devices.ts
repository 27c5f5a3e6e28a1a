import { createHmac } from 'node:crypto';
import { systemClock } from '../../../platform/clock.ts';
import { requestState } from '../request-state.ts';
import type { SignInParts } from '../sign-in-parts.ts';

type Parts = Pick<SignInParts, 'own' | 'data'>;

export interface UnknownDevice {
  /** Distinguishes browsers and reveals nothing else. */
  readonly device: string;
  /** Whether this is the person's first browser, which needs no notice. */
  readonly isFirst: boolean;
}

/** The browser of this sign-in, if it is new for this person; `null` if it is known or cannot be recognized. */
export async function findUnknownDevice({ own, data }: Parts, userId: string): Promise<UnknownDevice | null> {
  const mark = requestState.getStore()?.device;
  if (mark === undefined || mark === '') return null;
  const device = createHmac('sha256', data.secret).update(`device:${mark}`).digest('base64url').slice(0, 22);
  const ofPerson = own.selectFrom('knownDevice').select('device').where('userId', '=', userId);
  const known = await ofPerson.where('device', '=', device).executeTakeFirst();
  if (known !== undefined) return null;
  return { device, isFirst: (await ofPerson.limit(1).executeTakeFirst()) === undefined };
}

/** Remembers a browser, so that no further mail is sent about it. */
export async function rememberDevice({ own }: Parts, userId: string, device: string): Promise<void> {
  // Conflict: the device is already known, and nothing needs to be written.
  await own
    .insertInto('knownDevice')
    .values({ userId, device, seenAt: systemClock.nowMs() })
    .onConflict((conflict) => conflict.columns(['userId', 'device']).doNothing())
    .execute();
}
