import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { GenericEndpointContext } from 'better-auth';
import { networkOf } from '../../../domain/limits/ip-address.ts';
import { requestState } from '../request-state.ts';
import type { SignInParts } from '../sign-in-parts.ts';
import { useOnce } from '../database/used-once.ts';

/** A code is valid for its half minute and the ones before and after. */
const keptMs = 120_000;

function wrongCode(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_CODE',
    message: 'This code is incorrect or was already used. Wait for the next one.',
  });
}

/** The owner of the code: the person who is signed in, or about to be. */
async function userOf(ctx: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null) return session.user.id;
  const cookie = ctx.context.createAuthCookie('two_factor');
  const attempt = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (typeof attempt !== 'string') return null;
  const found = await ctx.context.internalAdapter.findVerificationValue(attempt);
  return found?.value ?? null;
}

/** Codes that one person may send from one address, from any browser. */
const freeCodes = { windowMs: 10_000, max: 3 } as const;

/**
 * Limits guessing of codes, for which a limit per address is not sufficient.
 * @throws {APIError}
 */
export async function countCode({ limits }: Pick<SignInParts, 'limits'>, ctx: GenericEndpointContext): Promise<void> {
  const userId = await userOf(ctx);
  if (userId === null) return;
  const source = networkOf(requestState.getStore()?.source ?? '');
  const { allowed, retryAfterMs } = await limits.take(`code:${userId}:${source}`, freeCodes);
  if (allowed) return;
  const retryAfter = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  const message = 'Too many codes were sent. Wait a moment.';
  throw new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMIT_EXCEEDED', message }, { 'retry-after': retryAfter });
}

/** Refuses an authenticator code that this person has sent before, so that a code seen over their shoulder is useless. */
export async function refuseUsedCode({ own }: Pick<SignInParts, 'own'>, ctx: GenericEndpointContext): Promise<void> {
  const { code } = ctx.body as { readonly code?: unknown };
  // Other spellings of the same code would pass as another one.
  if (typeof code !== 'string' || !/^\d{6}$/.test(code)) throw wrongCode();
  const userId = await userOf(ctx);
  if (userId === null) return;
  if (!(await useOnce(own, 'totp', { value: `${userId}:${code}`, keptMs }))) throw wrongCode();
}
