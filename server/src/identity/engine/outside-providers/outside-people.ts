import { APIError, getOAuthState } from 'better-auth/api';
import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth';
import { notifyOfChange } from '../mails/mails.ts';
import { requestState } from '../request-state.ts';
import type { SignInParts } from '../sign-in-parts.ts';
import { checkDomain, checkMode } from '../sign-up/sign-up-rules.ts';

type Context = GenericEndpointContext | null;

const isFromProvider = (context: Context): boolean => context?.path === '/callback/:id';

/** Whether a signed-in person started linking on the security page, as opposed to a single sign-on with their address. */
async function isAskedFor(): Promise<boolean> {
  return (await getOAuthState())?.link !== undefined;
}

/**
 * Applies the sign-up rules to people who use single sign-on; the guard has already checked forms. People are notified when an identity is
 * linked, and only operators themselves can link one to their own account. Otherwise the person who assigns addresses at the provider could
 * take over the service. Tokens are not stored.
 */
export function outsidePeople(parts: SignInParts) {
  return {
    user: {
      create: {
        async before({ email }: { readonly email: string }, context: Context) {
          if (!isFromProvider(context)) return;
          await checkMode(parts, email);
          await checkDomain(parts, email);
          const state = requestState.getStore();
          if (state !== undefined) state.isNewPerson = true;
        },
      },
    },
    account: {
      create: {
        async before(account, context: Context) {
          const { userId, providerId } = account;
          const joins = isFromProvider(context) && requestState.getStore()?.isNewPerson !== true && providerId !== 'credential';
          if (joins && !(await isAskedFor()) && (await parts.ask('isOperator', { personId: userId })))
            throw new APIError('FORBIDDEN', {
              code: 'ACCOUNT_NOT_LINKED',
              message: 'Operators link an identity from their security page.',
            });
          // The library would store this token unencrypted, unlike the others, and none of them is ever read.
          return { data: { ...account, idToken: null, accessToken: null, refreshToken: null } };
        },
        async after({ userId, providerId }, context: Context) {
          if (context === null || providerId === 'credential' || requestState.getStore()?.isNewPerson === true) return;
          const user = await context.context.internalAdapter.findUserById(userId);
          if (user !== null) await notifyOfChange(parts, user, 'identity_linked');
        },
      },
      update: {
        before: (account) => Promise.resolve({ data: { ...account, idToken: null, accessToken: null, refreshToken: null } }),
      },
    },
  } satisfies BetterAuthOptions['databaseHooks'];
}
