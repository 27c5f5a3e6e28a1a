import type { SignInErrorCode } from '@tollgate/contract/people/sign-in-errors';
import { signInWordsZh } from '@tollgate/contract/people/sign-in-words-zh';
import { ApiError } from '../../api/http/api-error.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';

/** Texts for all refusals of sign-in, and for some errors of the browser. */
type Words = Readonly<Record<SignInErrorCode | 'too_many_failed_attempts' | 'too_many_passkeys' | 'NotAllowedError', string>>;

const texts = defineTexts({
  zh: signInWordsZh satisfies Words,
  en: {
    invalid_password: 'The password is wrong.',
    invalid_email_or_password: 'E-mail or password is wrong.',
    email_not_verified: 'Your e-mail is not verified yet. Open the link in the verification e-mail.',
    invalid_code: 'The code is wrong or already used. Wait for the next one.',
    invalid_two_factor_cookie: 'That took too long. Sign in again.',
    invalid_backup_code: 'The backup code is wrong or already used.',
    invalid_token: 'The link was already used or is no longer valid. Request a new one.',
    token_expired: 'The link has expired. Request a new one.',
    sign_up_closed: 'Sign-up is closed. Ask the operator for access.',
    invitation_needed: 'Signing up needs an invitation. Open the invitation link you received.',
    address_not_accepted: 'Addresses of that domain are not accepted. Use another address.',
    invalid_email: 'That e-mail address is not valid.',
    password_too_short: 'The password needs at least 10 characters.',
    password_too_long: 'The password can have at most 128 characters.',
    invalid_name: 'A name has at most 64 characters and must not contain a web address.',
    failed_to_unlink_last_account: 'This is your only way to sign in. Set a password first.',
    proof_needed: 'Enter your password first.',
    sign_in_again: 'You signed in more than 10 minutes ago. Sign out and sign in again, then change how you sign in.',
    provider_silent: 'The identity provider is not responding. Try again later, or sign in another way.',
    challenge_needed: 'The browser check failed. Open this site over https.',
    busy: 'Many people are signing in. Try again in 10 seconds.',
    too_many_passkeys: 'You have reached the limit of passkeys. Remove one that you no longer use.',
    passkey_not_found: 'This passkey is not registered here. Use your password.',
    too_many_failed_attempts: 'Too many attempts. Try again in 1 minute.',
    NotAllowedError: 'The passkey was not used.',
  } satisfies Words,
});

/** The text of a sign-in refusal in the current language; null for other errors. */
export function useSignInWords(): (error: unknown) => string | null {
  const words: Readonly<Record<string, string>> = useTexts(texts);
  return (error) => words[error instanceof ApiError ? error.code : error instanceof Error ? error.name : ''] ?? null;
}
