import { AsyncLocalStorage } from 'node:async_hooks';

/** The row that a right is based on. Its content must still be the same when a change commits. */
export type RightBasis =
  | {
      readonly kind: 'member';
      readonly accountId: string;
      readonly userId: string;
      readonly role: string;
      readonly subAccountId: string | null;
    }
  | { readonly kind: 'operator'; readonly userId: string; readonly role: string };

/** The person whose changes are counted, and the account in which they are made. */
export interface Changer {
  readonly personId: string;
  readonly accountId: string | null;
  /** The request only ends or removes something. */
  readonly takesAway: boolean;
}

/** The right that authorized a request. It can be revoked while the request is running. */
export interface HeldRight {
  /** `null` if the right is based only on the sign-in or the administrator token. */
  readonly basis: RightBasis | null;
  /** `null` if changes are not limited, as for operators. */
  readonly changer: Changer | null;
  /**
   * Checks the right again, as at the beginning of the request.
   * @throws the refusal, if the right was lost.
   */
  ask(): Promise<void>;
  /**
   * Checks only the sign-in, which no transaction of ours can see.
   * @throws {ApiError} 401
   */
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

/**
 * Runs `change` so that everything it writes is written only while the right is valid.
 * @returns a function that ends this.
 */
export function actWith(right: HeldRight, change: () => void): () => void {
  const held: { right: HeldRight | null } = { right };
  acting.run(held, change);
  return () => {
    held.right = null;
  };
}

/** The right with which the running code acts; `null` if there is no request of a person, or it was already answered. */
export function actingRight(): HeldRight | null {
  return acting.getStore()?.right ?? null;
}
