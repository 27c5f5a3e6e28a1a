import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { Key } from '../../../domain/tenants/tenant.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';
import type { PartFilter } from '../sub-accounts/sub-account-ports.ts';

/** Display name of a key. */
export interface KeyName {
  readonly id: string;
  readonly remark: string;
  readonly prefix: string;
  readonly last4: string;
}

/** A new key and its notices, written in one transaction. */
export interface MadeKey {
  readonly key: Key;
  readonly hash: Buffer;
  readonly audit: AuditEntry;
  /** `null` if nobody is notified. */
  readonly notice: AccountNotice | null;
}

/** Keys of an account, or of one of its sub-accounts. */
export interface KeysFilter extends PartFilter {
  /** Part of the remark in any case, the last four characters, the visible part (`sk-AAAA…BBBB` or its beginning), or the id. */
  readonly search?: string | undefined;
  readonly statuses?: readonly Key['status'][] | undefined;
  /** Whether the key is expired at `nowMs`. */
  readonly isExpired?: boolean | undefined;
  readonly nowMs?: number | undefined;
}

export interface KeysStore {
  /** Names of keys, including deleted ones. `null` as the account means any account. */
  names(accountId: string | null, ids: readonly string[]): Promise<readonly KeyName[]>;
  find(id: string): Promise<KeyRecord | null>;
  list(filter: KeysFilter, page: Page<TimePosition>): Promise<readonly KeyRecord[]>;
  ofSubAccount(subAccountId: string): Promise<readonly KeyRecord[]>;
  /** SHA-256 of the value; never shown. */
  hashOf(id: string): Promise<Buffer | null>;
  create(made: MadeKey): Promise<void>;
  /** Writes the key and its notices in one transaction. */
  update(key: Key, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void>;
  /** Sets the old key to `reset` with a reference to its replacement, in one transaction. */
  replace(old: Key, made: MadeKey): Promise<void>;
}
