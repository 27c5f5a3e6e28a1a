/** Errors of sign-in (`/api/console/auth/…`), in addition to the codes of every route. */
export interface SignInError {
  readonly status: number;
  readonly message: string;
  /** How to fix it, for the reference page. */
  readonly remedy: string;
}

export const signInErrors = {
  invalid_email: { status: 400, message: 'The e-mail address is not valid.', remedy: 'Send a complete address.' },
  invalid_name: {
    status: 400,
    message: '`name` must have 1 to 64 characters on one line and must not contain a web address.',
    remedy: 'Send another name.',
  },
  password_too_short: { status: 400, message: 'The password is too short.', remedy: 'Use at least 10 characters.' },
  password_too_long: { status: 400, message: 'The password is too long.', remedy: 'Use at most 128 characters.' },
  invalid_password: {
    status: 400,
    message: 'The password is wrong.',
    remedy: 'Send the current password of the signed-in person.',
  },
  failed_to_unlink_last_account: {
    status: 400,
    message: 'This is your only way to sign in.',
    remedy: 'Set a password first.',
  },
  invalid_token: {
    status: 400,
    message: 'The link has already been used or is no longer valid.',
    remedy: 'Request a new one at `/verify` or `/reset`.',
  },
  token_expired: { status: 401, message: 'The link has expired.', remedy: 'Request a new one at `/verify` or `/reset`.' },
  invalid_email_or_password: {
    status: 401,
    message: 'The e-mail address or the password is wrong.',
    remedy: 'Correct them, or set a new password at `/reset`. The response does not say which one is wrong.',
  },
  invalid_code: {
    status: 401,
    message: 'The authenticator code is wrong or was already used.',
    remedy: 'Wait for the next one.',
  },
  invalid_backup_code: { status: 401, message: 'The backup code is wrong or was already used.', remedy: 'Use another one.' },
  invalid_two_factor_cookie: {
    status: 401,
    message: 'The second step came too late or from another browser.',
    remedy: 'Sign in again with your e-mail address and password.',
  },
  passkey_not_found: { status: 401, message: 'The passkey is not registered here.', remedy: 'Sign in with your password.' },
  email_not_verified: {
    status: 403,
    message: 'The e-mail address is not verified yet.',
    remedy: 'Open the link in the mail, or request another mail.',
  },
  address_not_accepted: {
    status: 403,
    message: 'E-mail addresses of this domain cannot sign up here.',
    remedy: 'Use another address. The operator decides which domains are accepted.',
  },
  sign_up_closed: { status: 403, message: 'Sign-up is closed.', remedy: 'Ask the operator for access.' },
  invitation_needed: {
    status: 403,
    message: 'Sign-up needs an invitation.',
    remedy: 'Open the link in the invitation, or ask for one.',
  },
  challenge_needed: {
    status: 403,
    message: 'Too many attempts. Solve a challenge first.',
    remedy: 'Get one from `/api/console/challenge` and send its solution as `altcha`. The console does this for you.',
  },
  proof_needed: {
    status: 403,
    message: 'Enter your password before you change how you sign in.',
    remedy: 'Send it to `/api/console/auth/prove`. It is valid for 10 minutes. The console does this for you.',
  },
  sign_in_again: {
    status: 403,
    message: 'You have no password, so changing how you sign in needs a recent sign-in.',
    remedy: 'Sign in again, then make the change within 10 minutes.',
  },
  provider_silent: {
    status: 503,
    message: 'The identity provider does not respond or does not match the configuration.',
    remedy: 'Sign in another way, or try again later. The log has the cause.',
  },
  busy: { status: 429, message: 'Too many people are signing in right now.', remedy: 'Try again in a few seconds.' },
} as const satisfies Readonly<Record<string, SignInError>>;

export type SignInErrorCode = keyof typeof signInErrors;
