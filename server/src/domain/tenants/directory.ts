import type { NanoCny } from '@tollgate/contract/money';
import type { Account, Key, SubAccount } from './tenant.ts';

/**
 * Live entries: one object per account, sub-account and key for as long as it is in memory. Their fields are replaced
 * by whoever changes the record, after the database has it, so a call that re-reads its entry sees every change.
 */
export interface AccountEntry {
  account: Account;
  /** Total of all credits ever given; what was used and what is reserved is coordination's business. */
  credits: NanoCny;
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

/** Where the directory loads from on first use. */
export interface DirectoryStore {
  /** `hash` is the SHA-256 of the whole key value. Also finds reset, deleted and disabled keys: a refused call belongs to its account. */
  findKeyByHash(hash: Buffer): Promise<{ key: Key; account: Account; credits: NanoCny; subAccount: SubAccount | null } | null>;
}
