import type { NanoCny } from '@tollgate/contract/money';
import type { Account, Key, SubAccount } from './tenant.ts';

/**
 * Live entries: one object per account, sub-account and key for as long as it is in memory. A change replaces their fields after the database
 * has it, so a call that re-reads its entry sees every change.
 */
export interface AccountEntry {
  account: Account;
  /** Total of all credits ever given; coordination keeps the used and reserved amounts. */
  credits: NanoCny;
  /** Number of the latest change that this entry and those of its keys are known to include; always 0 if one process decides alone. */
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

/** An account as the database has it, with those of its keys that were asked for. */
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
  /** `hash` is the SHA-256 of the whole key value. Also finds reset, deleted and disabled keys: a refused call belongs to its account. */
  findKeyByHash(hash: Buffer): Promise<{ key: Key; account: Account; credits: NanoCny; subAccount: SubAccount | null } | null>;
}
