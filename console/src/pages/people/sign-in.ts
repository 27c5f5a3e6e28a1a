import { queryOptions } from '@tanstack/react-query';
import { peopleApi } from '../../api/clients/people.ts';
import { send } from '../../api/http/send.ts';
import { withChallenge } from './challenge.ts';

const auth = '/api/console/auth';

/** The available sign-in methods. */
export const offersQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => peopleApi.readSignInOffers(),
  staleTime: 60_000,
});

function post<T>(path: string, body: object): Promise<T> {
  return send<T>(`${auth}${path}`, { method: 'POST', body });
}

const given = (altcha: string | undefined): object => (altcha === undefined ? {} : { altcha });

/** Returns whether a second factor is needed. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await withChallenge((altcha) =>
    post<{ readonly twoFactorRedirect?: boolean } | null>('/sign-in/email', { email, password, ...given(altcha) }),
  );
  return answer?.twoFactorRedirect === true;
}

/** A six-digit code from the app, or a recovery code. */
export async function confirmSecondFactor(code: string): Promise<void> {
  const isOfApp = /^\d{6}$/.test(code);
  await post(isOfApp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code });
}

/** Returns whether a second factor is needed. A passkey without fingerprint, face or PIN requires one. */
export async function signInWithPasskey(): Promise<boolean> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await send<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    `${auth}/passkey/generate-authenticate-options`,
  );
  const response = await startAuthentication({ optionsJSON });
  const answer = await post<{ readonly twoFactorRedirect?: boolean } | null>('/passkey/verify-authentication', { response });
  return answer?.twoFactorRedirect === true;
}

/** Opens the identity provider, which returns people to `backTo`. */
export async function signInOutside(provider: string, backTo: string): Promise<void> {
  const { url } = await post<{ readonly url: string }>('/sign-in/social', {
    provider,
    callbackURL: backTo,
  });
  location.assign(url);
}

interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly locale: 'zh' | 'en';
}

export async function signUp(person: SignUp): Promise<void> {
  await withChallenge((altcha) => post('/sign-up/email', { ...person, ...given(altcha) }));
}

export async function sendVerification(email: string): Promise<void> {
  await post('/send-verification-email', { email });
}

export async function verifyAddress(token: string): Promise<void> {
  await post('/verify-email', { token });
}

export async function requestReset(email: string): Promise<void> {
  await post('/request-password-reset', { email });
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await post('/reset-password', { token, newPassword });
}

interface FirstAdministrator {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export async function becomeAdministrator(person: FirstAdministrator): Promise<void> {
  await peopleApi.completeSetup({ body: person });
}
