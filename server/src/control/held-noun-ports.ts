import type { BoundedNoun } from '@tollgate/contract/tenants/account-bounds';

export interface HeldNounsStore {
  /** How many an account has of it, or has made in the hours that its bound names. */
  readonly count: (noun: BoundedNoun, accountId: string, nowMs: number) => Promise<number>;
}
