import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { GenericEndpointContext } from 'better-auth';
import { systemClock } from '../../../platform/clock.ts';
import type { SignInParts } from '../sign-in-parts.ts';

/** How long a proof is valid, and how long a new sign-in counts as one. */
export const proofHoldsMs = 10 * 60_000;

/** Changes to how a person signs in, or to where they are signed in. */
const guarded = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
  '/link-social',
  '/unlink-account',
  '/revoke-session',
  '/revoke-other-sessions',
]);
/** These require the password itself from every person who has one. */
const guardedByPassword = new Set(['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']);

/** Records for a limited time that the holder of this sign-in has proved to be its owner. */
export async function rememberProof({ own }: Pick<SignInParts, 'own'>, sessionId: string): Promise<void> {
  const expiresAt = systemClock.nowMs() + proofHoldsMs;
  await own
    .insertInto('usedOnce')
    .values({ purpose: 'proved', value: sessionId, expiresAt })
    .onConflict((conflict) => conflict.columns(['purpose', 'value']).doUpdateSet({ expiresAt }))
    .execute();
}

async function isProved({ own }: Pick<SignInParts, 'own'>, sessionId: string): Promise<boolean> {
  const held = own.selectFrom('usedOnce').select('value').where('purpose', '=', 'proved').where('value', '=', sessionId);
  return (await held.where('expiresAt', '>', systemClock.nowMs()).executeTakeFirst()) !== undefined;
}

/**
 * Refuses a change of sign-in methods without a recent sign-in or password. A person who finds an open browser, or steals a cookie,
 * therefore cannot add a method.
 * @throws {APIError}
 */
export async function refuseUnproved(parts: Pick<SignInParts, 'own'>, ctx: GenericEndpointContext): Promise<void> {
  if (!guarded.has(ctx.path) && !guardedByPassword.has(ctx.path)) return;
  const session = await getSessionFromCtx(ctx);
  if (session === null) return;
  const { id, createdAt } = session.session;
  const ageMs = systemClock.nowMs() - createdAt.getTime();
  if ((ageMs >= 0 && ageMs < proofHoldsMs) || (await isProved(parts, id))) return;
  const accounts = await ctx.context.internalAdapter.findAccounts(session.user.id);
  const hasPassword = accounts.some(({ providerId, password }) => providerId === 'credential' && typeof password === 'string');
  if (hasPassword && guardedByPassword.has(ctx.path)) return;
  throw new APIError(
    'FORBIDDEN',
    hasPassword
      ? { code: 'PROOF_NEEDED', message: 'Send your password to /api/console/auth/prove first. It is valid for 10 minutes.' }
      : { code: 'SIGN_IN_AGAIN', message: 'Sign in again first. You can then change how you sign in for 10 minutes.' },
  );
}
