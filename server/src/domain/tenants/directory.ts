import type { NanoCny } from '@tollgate/contract/money';
import type { Account, Key, SubAccount } from './tenant.ts';

/**
 * Live entries: one object per account, sub-account and key for as long as it is in memory. Once a change is in the database, it replaces
 * the entry's fields, so a call that reads its entry again sees every change.
 */
export interface AccountEntry {
  account: Account;
  /** Total of all credits ever given; coordination keeps the used and reserved amounts. */
  credits: NanoCny;
  /** Number of the latest change that this entry and those of its keys are known to include. Always 0 if there is only one process. */
  revision: number;
}

export interface SubAccountEntry {
  subAccount: SubAccount;
}

export interface KeyEntry {
  key: Key;
  readonly account: AccountEntry;
  readonly subAccount: SubAccountEntry | null;
  /** Matches a source address against the key's allow-list; rebuilt whenever the list changes. */
  ipAllowed: (address: string) => boolean;
}

/** An account from the database, with those of its keys that were requested. */
export interface LoadedAccount {
  readonly account: Account;
  readonly credits: NanoCny;
  readonly keys: readonly Key[];
  readonly subAccounts: readonly SubAccount[];
}

/** The source from which the directory loads on first use, and again after a change by another node. */
export interface DirectoryStore {
  loadAccount(accountId: string, keyIds: readonly string[]): Promise<LoadedAccount | null>;
  accountsOfPlan(planId: string): Promise<readonly Account[]>;
  /**
   * `hash` is the SHA-256 of the whole key value. Also finds reset, deleted and disabled keys, because a refused call belongs to their
   * account.
   */
  findKeyByHash(hash: Buffer): Promise<{ key: Key; account: Account; credits: NanoCny; subAccount: SubAccount | null } | null>;
}
