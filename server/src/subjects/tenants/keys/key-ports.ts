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

/** A new key, and its notifications: all of it in one unit. */
export interface MadeKey {
  readonly key: Key;
  readonly hash: Buffer;
  readonly audit: AuditEntry;
  /** `null`: no notification. */
  readonly notice: AccountNotice | null;
}

/** Keys of an account, or of a part of it. */
export interface KeysFilter extends PartFilter {
  /** Part of the remark in any case, the last four characters, or the id. */
  readonly search?: string | undefined;
  readonly statuses?: readonly Key['status'][] | undefined;
  /** As of `nowMs`. */
  readonly isExpired?: boolean | undefined;
  readonly nowMs?: number | undefined;
}

export interface KeysStore {
  /** Of keys of an account, or with `null` of any, deleted ones included. */
  names(accountId: string | null, ids: readonly string[]): Promise<readonly KeyName[]>;
  find(id: string): Promise<KeyRecord | null>;
  list(filter: KeysFilter, page: Page<TimePosition>): Promise<readonly KeyRecord[]>;
  ofSubAccount(subAccountId: string): Promise<readonly KeyRecord[]>;
  /** SHA-256 of the value. Never shown. */
  hashOf(id: string): Promise<Buffer | null>;
  create(made: MadeKey): Promise<void>;
  /** With the notification of the account, as one unit. */
  update(key: Key, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void>;
  /** The old key becomes `reset` and names its replacement, in one unit. */
  replace(old: Key, made: MadeKey): Promise<void>;
}
