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
/** Maximum length of a client's text in a log line. */
const saidMax = 300;
/** Sign-ins expire and are never extended. */
const signedInDays = 14;

/** Set only by this program; values that a client sent under these names were dropped earlier. */
export const sourceHeader = 'x-tollgate-source';

const ids = createIds(systemClock);

/** The options that determine the tables. */
export const schemaOptions = {
  user: { additionalFields: { locale: { type: ['zh', 'en'], required: false, input: true } } },
} as const satisfies BetterAuthOptions;

/** @param siteName the name of the service in authenticators and key chains. */
export function schemaPlugins(origin: string, siteName: string) {
  return [
    twoSteps(siteName),
    // Passkeys belong to one host. Without these options, it would also be derived from the URL.
    passkey({
      rpID: new URL(origin).hostname,
      rpName: siteName,
      origin,
      // People sign in without entering a name, so a passkey that is not discoverable would be useless.
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

/** Sends a mail whose link opens one of our pages. */
function mailer(parts: SignInParts, origin: string) {
  return (template: 'verify-address' | 'address-exists' | 'reset-password', page: string) =>
    ({ user, token }: Sent): Promise<void> => {
      // The token follows the `#`, so that it appears in no log and no referrer, and mail scanners open only the page.
      const url = `${origin}${page}${token === undefined ? '' : `#token=${token}`}`;
      return sendMail(parts, { template, to: user, params: { url } });
    };
}

function cookies(origin: string) {
  const secure = origin.startsWith('https://');
  return {
    // With this option, the library would create `__Host-` names that no browser accepts.
    useSecureCookies: false,
    cookiePrefix: 'tollgate',
    defaultCookieAttributes: { secure },
    // Strict only for the sign-in: the state of a redirect through an outside provider must come back with it.
    cookies: { session_token: { name: signInCookie(origin), attributes: { secure, path: '/', sameSite: 'strict' as const } } },
  };
}

/**
 * The person who opens the first link sent to a mailbox owns it. The sign-in of that browser is theirs too. Everything else was created by
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
        // Repeated now that no earlier sign-in is left, to cover what was running meanwhile.
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

/** The sign-in options for one of our public origins. */
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
    // Only `refuseUnproved` checks whether a sign-in is recent enough.
    session: { expiresIn: signedInDays * daySeconds, disableSessionRefresh: true, freshAge: 0 },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true } },
    verification: { storeIdentifier: 'hashed' },
    trustedOrigins: [origin],
    rateLimit: { enabled: true, customStorage: requestLimits(limits) },
    advanced: {
      ...cookies(origin),
      ipAddress: { ipAddressHeaders: [sourceHeader] },
      database: { generateId: ({ model }) => (model === 'user' ? ids.named('usr') : ids.secret(24)) },
      // Queueing a mail takes time, which would reveal whether the address exists.
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
      // Where the library redirects a browser whose sign-in with an outside provider failed.
      errorURL: `${origin}/sign-in`,
      // Refusals are normal; anything else is reported to operators.
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
        // The library reports every refused return from a provider as an error, which anyone can cause. Its own faults are reported through
        // `onError`.
        void ask('say', { level: 'warn', message: `sign-in: ${message}`.slice(0, saidMax), fault: fault.slice(0, saidMax) });
      },
    },
  } satisfies BetterAuthOptions;
}
