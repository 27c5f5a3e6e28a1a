import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { GenericEndpointContext } from 'better-auth';
import type { SignInParts } from '../sign-in-parts.ts';

/** Maximum per person. Older sign-ins end, and the least recently used browsers are deleted. */
export const ownMax = { signIns: 50, browsers: 100, passkeys: 20 } as const;

type Own = Pick<SignInParts, 'own'>;

/** Ends all but the newest sign-ins of a person: each is a row for weeks, and all are searched with each request. */
export async function endOldSignIns({ own }: Own, userId: string): Promise<void> {
  const newest = own.selectFrom('session').select('id').where('userId', '=', userId).orderBy('createdAt', 'desc').orderBy('id');
  const [beyond] = await newest.offset(ownMax.signIns).limit(1).execute();
  if (beyond === undefined) return;
  const kept = (await newest.limit(ownMax.signIns).execute()).map(({ id }) => id);
  await own.deleteFrom('session').where('userId', '=', userId).where('id', 'not in', kept).execute();
}

/** Deletes all but the most recently used browsers of a person. */
export async function forgetOldBrowsers({ own }: Own, userId: string): Promise<void> {
  const newest = own.selectFrom('knownDevice').select('device').where('userId', '=', userId).orderBy('seenAt', 'desc');
  const known = (await newest.limit(ownMax.browsers + 1).execute()).map(({ device }) => device);
  if (known.length <= ownMax.browsers) return;
  const kept = known.slice(0, ownMax.browsers);
  await own.deleteFrom('knownDevice').where('userId', '=', userId).where('device', 'not in', kept).execute();
}

/** @throws {APIError} if a person has the maximum number of passkeys. */
export async function requireFewPasskeys({ own }: Own, ctx: GenericEndpointContext): Promise<void> {
  const session = await getSessionFromCtx(ctx);
  if (session === null) return;
  const held = await own
    .selectFrom('passkey')
    .select('userId')
    .where('userId', '=', session.user.id)
    .limit(ownMax.passkeys)
    .execute();
  if (held.length < ownMax.passkeys) return;
  throw new APIError('CONFLICT', {
    code: 'TOO_MANY_PASSKEYS',
    message: `You can have at most ${String(ownMax.passkeys)} passkeys. Remove one that you no longer use.`,
  });
}
