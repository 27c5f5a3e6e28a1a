import { passkey } from '@better-auth/passkey';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import { signInCookie } from '../sign-in-origins.ts';
import { signInPrefix } from '../sign-in-prefix.ts';
import { countFailure, guard, passwordLengths } from './guard.ts';
import { linkMinutes, sendMail, notifyOfChange } from './mails/mails.ts';
import { outsidePeople } from './outside-providers/outside-people.ts';
import { outsidePlugin } from './outside-providers/outside-provider.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { requestLimits } from './limits/request-limits.ts';
import { requestState } from './request-state.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { endBeforeReset } from './reset-rules.ts';
import { twoSteps } from './proofs/two-steps.ts';
import { endPending, endWaysIn } from './ways-in.ts';

const daySeconds = 86_400;
/** Length of a client's text in a line of the log. */
const saidMax = 300;
/** A sign-in expires; none is ever extended. */
const signedInDays = 14;

/** Set by this program alone, after what a client sent under these names was dropped. */
export const sourceHeader = 'x-tollgate-source';

const ids = createIds(systemClock);

/** The options that determine the tables. */
export const schemaOptions = {
  user: { additionalFields: { locale: { type: ['zh', 'en'], required: false, input: true } } },
} as const satisfies BetterAuthOptions;

/** @param siteName what authenticators and key chains call the service. */
export function schemaPlugins(origin: string, siteName: string) {
  return [
    twoSteps(siteName),
    // Passkeys belong to one host; without these it would be taken from the address all the same.
    passkey({
      rpID: new URL(origin).hostname,
      rpName: siteName,
      origin,
      // People sign in without a name: a passkey that is not discoverable would be useless.
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      authentication: {
        afterVerification({ verification }) {
          const state = requestState.getStore();
          if (state !== undefined) state.isPersonVerified = verification.authenticationInfo.userVerified;
          return Promise.resolve();
        },
      },
    }),
  ] as const;
}

type Sent = Readonly<{ user: { id: string; email: string }; token?: string }>;

/** Sends the link to a page of ours. */
function mailer(parts: SignInParts, origin: string) {
  return (template: 'verify-address' | 'address-exists' | 'reset-password', page: string) =>
    ({ user, token }: Sent): Promise<void> => {
      // Behind the hash: what follows it is in no log and no referrer, and scanners of mail open the page alone.
      const url = `${origin}${page}${token === undefined ? '' : `#token=${token}`}`;
      return sendMail(parts, { template, to: user, params: { url } });
    };
}

function cookies(origin: string) {
  const secure = origin.startsWith('https://');
  return {
    // The library's own way gives names that no browser holds to `__Host-`.
    useSecureCookies: false,
    cookiePrefix: 'tollgate',
    defaultCookieAttributes: { secure },
    // Strict for the sign-in alone: the state of a detour over an outside provider must come back with it.
    cookies: { session_token: { name: signInCookie(origin), attributes: { secure, path: '/', sameSite: 'strict' as const } } },
  };
}

/**
 * The person who opens the first link to a mailbox is its owner. The sign-in of that browser is theirs too; everything else was created by
 * someone who could not prove to own the mailbox.
 */
async function endBeforeVerification(parts: SignInParts, userId: string): Promise<void> {
  const signedIn = requestState.getStore()?.signedIn ?? null;
  const isOwn = signedIn?.userId === userId;
  await endWaysIn(parts, userId, { session: isOwn ? signedIn.sessionId : null, credentials: isOwn, secondStep: isOwn });
}

function passwords(parts: SignInParts, origin: string) {
  const mail = mailer(parts, origin);
  return {
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordLengths.min,
      maxPasswordLength: passwordLengths.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkMinutes.reset * 60,
      sendResetPassword: mail('reset-password', '/reset'),
      async onPasswordReset({ user }) {
        // Once more, now that no earlier sign-in is left: covers what was under way meanwhile.
        await endBeforeReset(parts, user);
        await endPending(parts, user.id);
        await notifyOfChange(parts, user, 'password_changed');
      },
      onExistingUserSignUp: mail('address-exists', '/sign-in'),
      password: {
        async hash(password) {
          const hashed = requestState.getStore()?.hashed;
          return hashed?.password === password ? hashed.hash : await hashPassword(password);
        },
        verify: ({ password, hash }) => isPassword(password, hash),
      },
    },
    emailVerification: {
      expiresIn: linkMinutes.verify * 60,
      autoSignInAfterVerification: false,
      sendVerificationEmail: mail('verify-address', '/verify'),
      beforeEmailVerification: (user) => endBeforeVerification(parts, user.id),
      afterEmailVerification: (user) => endBeforeVerification(parts, user.id),
    },
  } satisfies BetterAuthOptions;
}

/** How sign-in works at one of our outside addresses. */
export function authOptions(parts: SignInParts, origin: string, siteName: string) {
  const { database, data, ask, limits } = parts;
  return {
    ...schemaOptions,
    appName: siteName,
    ...passwords(parts, origin),
    baseURL: origin,
    basePath: signInPrefix,
    secret: data.secret,
    database: {
      db: database.kysely,
      type: database.type,
      transaction: true,
      ...(database.schemaName === undefined ? {} : { schemaName: database.schemaName }),
    },
    plugins: [...schemaPlugins(origin, siteName), ...outsidePlugin(parts)],
    // Whether a sign-in is new enough is asked in one place, by `refuseUnproved`.
    session: { expiresIn: signedInDays * daySeconds, disableSessionRefresh: true, freshAge: 0 },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true } },
    verification: { storeIdentifier: 'hashed' },
    trustedOrigins: [origin],
    rateLimit: { enabled: true, customStorage: requestLimits(limits) },
    advanced: {
      ...cookies(origin),
      ipAddress: { ipAddressHeaders: [sourceHeader] },
      database: { generateId: ({ model }) => (model === 'user' ? ids.named('usr') : ids.secret(24)) },
      // The time to queue a mail would reveal whether the address exists.
      backgroundTasks: {
        handler(task) {
          task.catch((error: unknown) =>
            ask('say', { level: 'error', message: 'a mail of sign-in was not queued', fault: String(error) }),
          );
        },
      },
    },
    databaseHooks: outsidePeople(parts),
    hooks: {
      before: createAuthMiddleware(async (ctx) => guard(parts, ctx as unknown as GenericEndpointContext)),
      after: createAuthMiddleware(async (ctx) => countFailure(parts, ctx as unknown as GenericEndpointContext)),
    },
    telemetry: { enabled: false },
    onAPIError: {
      // Where the library sends a browser whose sign-in with an outside provider failed.
      errorURL: `${origin}/sign-in`,
      // Refusals are normal; anything else is reported to the operator.
      onError(error: unknown) {
        if (isAPIError(error) && (error.statusCode < 500 || error.statusCode === 503)) return;
        void ask('say', { level: 'error', message: 'a request of sign-in failed', fault: String(error) });
      },
    },
    logger: {
      level: 'error',
      disableColors: true,
      log(level, message, ...details: readonly unknown[]) {
        if (level !== 'error') return;
        const fault = details.map((detail) => (detail instanceof Error ? detail.message : '')).join(' ');
        // The library calls every refused return from a provider an error, which anyone can cause. Its own faults come through `onError`.
        void ask('say', { level: 'warn', message: `sign-in: ${message}`.slice(0, saidMax), fault: fault.slice(0, saidMax) });
      },
    },
  } satisfies BetterAuthOptions;
}
