import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { GenericEndpointContext } from 'better-auth';
import { networkOf } from '../../domain/limits/ip-address.ts';
import { isSolved } from './sign-up/challenge.ts';
import { requireFewPasskeys } from './limits/few-of-each.ts';
import { refuseUnproved } from './proofs/fresh-proof.ts';
import { hashPassword } from './password-hash.ts';
import { checkName } from './sign-up/person-name.ts';
import { requestState } from './request-state.ts';
import { guardReset } from './reset-rules.ts';
import { mailboxMark, type SignInParts } from './sign-in-parts.ts';
import { checkDomain, checkMode } from './sign-up/sign-up-rules.ts';
import { countCode, refuseUsedCode } from './proofs/totp-once.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const passwordLengths = { min: 10, max: 128 } as const;

/** Sign-ups allowed without a solved challenge: per address, and in total. */
const freeSignUps = { ofAddress: { windowMs: hourMs, max: 10 }, ofAll: { windowMs: hourMs, max: 60 } } as const;
/** Wrong passwords for one mailbox, from any source, before each further attempt requires a solved challenge. */
const freeFailures = { windowMs: 15 * minuteMs, max: 10 } as const;

function challengeNeeded(): APIError {
  return new APIError('FORBIDDEN', {
    code: 'CHALLENGE_NEEDED',
    message: 'Solve a challenge first: get one from /api/console/challenge and send its solution as `altcha`.',
  });
}

async function isSolvedHere(parts: SignInParts): Promise<boolean> {
  const solution = requestState.getStore()?.challenge ?? null;
  return solution !== null && (await isSolved(parts, solution));
}

async function isFree({ limits }: SignInParts, source: string): Promise<boolean> {
  const ofAddress = await limits.take(`sign-up:${networkOf(source)}`, freeSignUps.ofAddress);
  return ofAddress.allowed && (await limits.take('sign-up', freeSignUps.ofAll)).allowed;
}

async function guardSignUp(parts: SignInParts, ctx: GenericEndpointContext): Promise<void> {
  const { name, email, password } = ctx.body as Readonly<Record<string, unknown>>;
  const state = requestState.getStore();
  if (state === undefined || typeof email !== 'string' || typeof password !== 'string') return;
  checkName(name);
  await checkMode(parts, email);
  await checkDomain(parts, email);
  if (!(await isSolvedHere(parts)) && !(await isFree(parts, state.source))) throw challengeNeeded();
  if (password.length < passwordLengths.min || password.length > passwordLengths.max) return;
  // Hashed before the transaction begins, which would otherwise block the database while hashing.
  state.hashed = { password, hash: await hashPassword(password) };
}

function failureKey({ data }: SignInParts, ctx: GenericEndpointContext): string {
  const { email } = ctx.body as { readonly email?: unknown };
  return `failed:${mailboxMark(data.secret, typeof email === 'string' ? email : '')}`;
}

async function guardPassword(parts: SignInParts, ctx: GenericEndpointContext): Promise<void> {
  const { allowed } = await parts.limits.look(failureKey(parts, ctx), freeFailures);
  if (!allowed && !(await isSolvedHere(parts))) throw challengeNeeded();
}

/**
 * Passwords are replaced but never removed.
 * @throws {APIError}
 */
async function guardUnlinking(ctx: GenericEndpointContext): Promise<void> {
  const { accountId } = ctx.body as { readonly accountId: string };
  const session = await getSessionFromCtx(ctx);
  const accounts = session === null ? [] : await ctx.context.internalAdapter.findAccounts(session.user.id);
  const found = accounts.find(({ id }) => id === accountId);
  if (found?.providerId === 'credential')
    throw new APIError('BAD_REQUEST', { code: 'ACCOUNT_NOT_FOUND', message: 'This identity does not exist.' });
}

/**
 * Checks before the library sees a request.
 * @throws {APIError}
 */
export async function guard(parts: SignInParts, ctx: GenericEndpointContext): Promise<void> {
  await refuseUnproved(parts, ctx);
  switch (ctx.path) {
    case '/sign-up/email':
      return guardSignUp(parts, ctx);
    case '/sign-in/email':
      return guardPassword(parts, ctx);
    case '/reset-password':
      return guardReset(parts, ctx);
    case '/unlink-account':
      return guardUnlinking(ctx);
    case '/two-factor/verify-totp':
      await countCode(parts, ctx);
      return refuseUsedCode(parts, ctx);
    case '/two-factor/verify-backup-code':
      return countCode(parts, ctx);
    case '/passkey/verify-registration':
      return requireFewPasskeys(parts, ctx);
  }
}

/** Counts a wrong password for its mailbox. */
export async function countFailure(parts: SignInParts, ctx: GenericEndpointContext): Promise<void> {
  const { returned } = ctx.context as { readonly returned?: unknown };
  if (ctx.path !== '/sign-in/email' || !(returned instanceof APIError) || returned.statusCode !== 401) return;
  await parts.limits.take(failureKey(parts, ctx), freeFailures);
}
