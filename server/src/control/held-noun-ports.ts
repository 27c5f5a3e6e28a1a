import type { BoundedNoun } from '@tollgate/contract/tenants/account-bounds';

export interface HeldNounsStore {
  /** How many of these an account has, or has created within the hours that the limit names. */
  readonly count: (noun: BoundedNoun, accountId: string, nowMs: number) => Promise<number>;
}
