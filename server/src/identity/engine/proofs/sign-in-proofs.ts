/** Sign-in methods. Links in mails do not sign in. */
export const signInWays = ['password', 'outside', 'passkey', 'passkey_with_person'] as const;
export type SignInWay = (typeof signInWays)[number];

/** What each method proves: knowledge, a provider's confirmation, possession, or the person through finger, face or PIN. */
const proved: Readonly<Record<SignInWay, readonly ('known' | 'vouched' | 'in_hand' | 'person')[]>> = {
  password: ['known'],
  outside: ['vouched'],
  passkey: ['in_hand'],
  passkey_with_person: ['in_hand', 'person'],
};

/**
 * Whether an authenticator code is still needed. With two-step sign-in on, a person proves two factors with every method. The rule is the
 * same for operators and members; the table is in docs/operations.md.
 */
export function isCodeDue(way: SignInWay, hasTwoSteps: boolean): boolean {
  return hasTwoSteps && proved[way].length < 2;
}

/** The method with which the library signed a person in; `null` if this endpoint signs no one in without its own second step. */
export function wayOf(path: string | undefined, isPersonVerified: boolean): SignInWay | null {
  if (path === '/sign-in/email') return 'password';
  if (path === '/callback/:id') return 'outside';
  if (path === '/passkey/verify-authentication') return isPersonVerified ? 'passkey_with_person' : 'passkey';
  return null;
}
