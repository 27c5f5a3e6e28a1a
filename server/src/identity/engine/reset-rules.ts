import { APIError } from 'better-auth/api';
import type { GenericEndpointContext } from 'better-auth';
import { systemClock } from '../../platform/clock.ts';
import { requestState } from './request-state.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { endWaysIn } from './ways-in.ts';

interface Owner {
  readonly id: string;
  readonly emailVerified: boolean;
}

/**
 * Ends the sign-in methods from before a reset. The second step stays, because a mailbox alone must not bypass it. If the address was never
 * verified, it ends too, because it is not the owner's.
 */
export async function endBeforeReset(parts: Pick<SignInParts, 'own' | 'database'>, { id, emailVerified }: Owner): Promise<void> {
  const isFirst = requestState.getStore()?.isFirstPassword === true;
  await endWaysIn(parts, id, { session: null, credentials: isFirst, secondStep: emailVerified });
}

/**
 * Checks a link before it sets a new password. A link is invalid if another link, or the owner, has set a password since.
 * @throws {APIError}
 */
export async function guardReset(parts: Pick<SignInParts, 'own' | 'database'>, ctx: GenericEndpointContext): Promise<void> {
  const { token } = ctx.body as { readonly token: string };
  const { internalAdapter, password } = ctx.context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (link === null) return;
  const accounts = await internalAdapter.findAccounts(link.value);
  const own = accounts.find(({ providerId }) => providerId === 'credential');
  if (own !== undefined && own.updatedAt > link.createdAt)
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_TOKEN',
      message: 'This link is no longer valid because a newer password was set.',
    });
  const state = requestState.getStore();
  const user = await internalAdapter.findUserById(link.value);
  if (state === undefined || user === null || link.expiresAt.getTime() < systemClock.nowMs()) return;
  const { length } = (ctx.body as { readonly newPassword: string }).newPassword;
  if (length < password.config.minPasswordLength || length > password.config.maxPasswordLength) return;
  // A person who signed in through a provider adds a password; all others have lost theirs.
  state.isFirstPassword = own === undefined && user.emailVerified && state.signedIn?.userId === user.id;
  // Done before the new password is set: if the process dies in between, no earlier method remains next to it.
  await endBeforeReset(parts, user);
}
