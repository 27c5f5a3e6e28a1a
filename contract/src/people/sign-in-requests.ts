import { z } from 'zod';

/** Checks the length first, so that nothing else processes long values. Storage and signatures accept neither NUL nor lone surrogates. */
const upTo = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), { error: 'must be text without NUL and lone surrogates' });
/** Longer than any valid value, so sign-in itself reports invalid values. */
const text = upTo(1024);
const address = upTo(254);
const solution = upTo(4096).optional();
/** People who use only single sign-on have no password. */
const passwordIfAny = z.strictObject({ password: text.optional() });
const nothing = z.strictObject({}).nullish();

/** Passkey data from the browser: only the fields of the browser API, each a string below one name. */
const encoded = upTo(16_384);
const credential = z.strictObject({
  id: text,
  rawId: text,
  type: text,
  authenticatorAttachment: text.nullish(),
  // Password managers add results of extensions that were not requested; they are dropped.
  clientExtensionResults: z.object({}).optional(),
  response: z.strictObject({
    clientDataJSON: encoded,
    attestationObject: encoded.optional(),
    authenticatorData: encoded.optional(),
    publicKey: encoded.optional(),
    publicKeyAlgorithm: z.number().optional(),
    signature: encoded.optional(),
    userHandle: encoded.nullish(),
    transports: z.array(text).max(16).optional(),
  }),
});

/**
 * All sign-in routes with all fields that the console sends. The underlying library has more routes and fields, which bypass our rules;
 * these are refused by name.
 */
export const signInRequests = {
  GET: {
    '/list-sessions': z.strictObject({}),
    '/list-accounts': z.strictObject({}),
    // The identity provider decides which parameters it adds. OAuth requires that unknown ones are ignored, so they are dropped.
    '/callback/oidc': z.object({
      code: text.optional(),
      state: text.optional(),
      error: text.optional(),
      iss: text.optional(),
    }),
    '/passkey/generate-register-options': z.strictObject({}),
    '/passkey/generate-authenticate-options': z.strictObject({}),
    '/passkey/list-user-passkeys': z.strictObject({}),
  },
  POST: {
    '/sign-up/email': z.strictObject({
      name: text,
      email: address,
      password: text,
      altcha: solution,
      locale: z.enum(['zh', 'en']).optional(),
    }),
    '/sign-in/email': z.strictObject({ email: address, password: text, altcha: solution }),
    '/sign-in/social': z.strictObject({ provider: text, callbackURL: text }),
    '/sign-out': nothing,
    '/verify-email': z.strictObject({ token: upTo(2048) }),
    '/send-verification-email': z.strictObject({ email: address }),
    '/request-password-reset': z.strictObject({ email: address }),
    '/reset-password': z.strictObject({ token: text, newPassword: text }),
    '/change-password': z.strictObject({
      currentPassword: text,
      newPassword: text,
      revokeOtherSessions: z.boolean(),
    }),
    '/prove': z.strictObject({ password: text }),
    '/link-social': z.strictObject({ provider: text, callbackURL: text, errorCallbackURL: text }),
    '/unlink-account': z.strictObject({ accountId: text }),
    '/revoke-session': z.strictObject({ id: text }),
    '/revoke-other-sessions': nothing,
    '/two-factor/enable': passwordIfAny,
    '/two-factor/disable': passwordIfAny,
    '/two-factor/verify-totp': z.strictObject({ code: text }),
    '/two-factor/verify-backup-code': z.strictObject({ code: text }),
    '/two-factor/generate-backup-codes': passwordIfAny,
    '/passkey/verify-registration': z.strictObject({ response: credential }),
    '/passkey/verify-authentication': z.strictObject({ response: credential }),
    '/passkey/delete-passkey': z.strictObject({ id: text }),
  },
} as const satisfies Readonly<Record<'GET' | 'POST', Readonly<Record<`/${string}`, z.ZodType>>>>;
