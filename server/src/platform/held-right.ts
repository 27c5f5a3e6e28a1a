import { AsyncLocalStorage } from 'node:async_hooks';

/** The row that a right is based on: its content must still be true when a change commits. */
export type RightBasis =
  | {
      readonly kind: 'member';
      readonly accountId: string;
      readonly userId: string;
      readonly role: string;
      readonly subAccountId: string | null;
    }
  | { readonly kind: 'operator'; readonly userId: string; readonly role: string };

/** The person whose changes are counted, and the account they are made in. */
export interface Changer {
  readonly personId: string;
  readonly accountId: string | null;
  /** The request only ends or removes something. */
  readonly takesAway: boolean;
}

/** The right that authorized a request. It can be revoked while the request is running. */
export interface HeldRight {
  /** `null`: the sign-in, or the administrator token, is all it rests on. */
  readonly basis: RightBasis | null;
  /** `null`: operators' changes are not bounded. */
  readonly changer: Changer | null;
  /** Checks it again, as at the beginning of the request. @throws the refusal, if it is lost. */
  ask(): Promise<void>;
  /** Settles the sign-in alone, which no transaction of ours can see. @throws {ApiError} 401 */
  askSignIn(): Promise<void>;
}

/** The right of the administrator token: only a restart with another token revokes it. */
export const permanentRight: HeldRight = {
  basis: null,
  changer: null,
  ask: () => Promise.resolve(),
  askSignIn: () => Promise.resolve(),
};

const acting = new AsyncLocalStorage<{ right: HeldRight | null }>();

/** Runs `change` so that everything it writes is written only while the right holds. @returns what ends that. */
export function actWith(right: HeldRight, change: () => void): () => void {
  const held: { right: HeldRight | null } = { right };
  acting.run(held, change);
  return () => {
    held.right = null;
  };
}

/** The right that the running code acts with; `null`: it is no request of a person, or that one is answered. */
export function actingRight(): HeldRight | null {
  return acting.getStore()?.right ?? null;
}
