import type { AccountNotice } from '../domain/books/account-notice.ts';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { Key } from '../domain/tenants/tenant.ts';

/** What people know a key by. */
export interface KeyName {
  readonly id: string;
  readonly remark: string;
  readonly prefix: string;
  readonly last4: string;
}

/** A key that is made, and who hears of it: all of it in one unit. */
export interface MadeKey {
  readonly key: Key;
  readonly hash: Buffer;
  readonly audit: AuditEntry;
  /** `null`: nobody is told. */
  readonly notice: AccountNotice | null;
}
