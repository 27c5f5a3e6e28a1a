/** What sign-in (`/api/console/auth/…`) refuses with, besides the codes that every address has. */
export interface SignInError {
  readonly status: number;
  readonly message: string;
  /** What to do about it, for the reference page. */
  readonly remedy: string;
}

export const signInErrors = {
  invalid_email: { status: 400, message: 'The e-mail address is none.', remedy: 'Send a whole address.' },
  invalid_name: {
    status: 400,
    message: '`name` must have 1 to 64 characters on one line, and no address of a page in it.',
    remedy: 'Send another name.',
  },
  password_too_short: { status: 400, message: 'The password is too short.', remedy: 'Take at least 10 characters.' },
  password_too_long: { status: 400, message: 'The password is too long.', remedy: 'Take at most 128 characters.' },
  invalid_password: {
    status: 400,
    message: 'The password is not right.',
    remedy: 'Send the present password of who is signed in.',
  },
  failed_to_unlink_last_account: {
    status: 400,
    message: 'This is your only way to sign in.',
    remedy: 'Set a password first.',
  },
  invalid_token: {
    status: 400,
    message: 'The link is used up or no longer valid.',
    remedy: 'Ask for another one at `/verify` or `/reset`.',
  },
  token_expired: { status: 401, message: 'The link is too old.', remedy: 'Ask for another one at `/verify` or `/reset`.' },
  invalid_email_or_password: {
    status: 401,
    message: 'E-mail or password is wrong; it is not told which.',
    remedy: 'Correct them, or set a new password at `/reset`.',
  },
  invalid_code: {
    status: 401,
    message: 'The code of the authenticator is wrong, or was used already.',
    remedy: 'Wait for the next one.',
  },
  invalid_backup_code: { status: 401, message: 'The backup code is wrong, or was used already.', remedy: 'Use another one.' },
  invalid_two_factor_cookie: {
    status: 401,
    message: 'The second step came too late, or from another browser.',
    remedy: 'Begin anew with e-mail and password.',
  },
  passkey_not_found: { status: 401, message: 'The passkey is not known here.', remedy: 'Sign in with the password.' },
  email_not_verified: {
    status: 403,
    message: 'The e-mail address is not verified yet.',
    remedy: 'Open the link in the mail, or have another one sent.',
  },
  address_not_accepted: {
    status: 403,
    message: 'Addresses of this domain cannot sign up here.',
    remedy: 'Use another mailbox; the operator decides which domains may come.',
  },
  sign_up_closed: { status: 403, message: 'Nobody can sign up here by themselves.', remedy: 'Ask the operator.' },
  invitation_needed: {
    status: 403,
    message: 'Signing up here needs an invitation.',
    remedy: 'Open the link of the invitation, or ask for one.',
  },
  challenge_needed: {
    status: 403,
    message: 'Too many attempts were made: a challenge has to be solved first.',
    remedy: 'Get one from `/api/console/challenge` and send its solution as `altcha`; the console does so by itself.',
  },
  proof_needed: {
    status: 403,
    message: 'Your password is needed before you change how you sign in.',
    remedy: 'Send it to `/api/console/auth/prove`; it holds for ten minutes. The console does so by itself.',
  },
  sign_in_again: {
    status: 403,
    message: 'Without a password, only a new sign-in may change how you sign in.',
    remedy: 'Sign in again; you have ten minutes from then on.',
  },
  provider_silent: {
    status: 503,
    message: 'The identity provider does not respond, or is not the one that was configured.',
    remedy: 'Sign in another way, or try again later; the operator finds the cause in the log.',
  },
  busy: { status: 429, message: 'Too many people sign in at this moment.', remedy: 'Try again in a few seconds.' },
} as const satisfies Readonly<Record<string, SignInError>>;

export type SignInErrorCode = keyof typeof signInErrors;
