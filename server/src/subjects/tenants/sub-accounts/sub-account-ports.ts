import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { SubAccount } from '../../../domain/tenants/tenant.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';

/** A filter for an account, or only one of its sub-accounts. */
export interface PartFilter {
  readonly accountId: string;
  readonly subAccountId?: string | undefined;
}

export interface SubAccountsFilter extends PartFilter {
  readonly status?: SubAccount['status'] | undefined;
}

/** How much belongs to a sub-account. */
export interface SubAccountCounts {
  readonly id: string;
  readonly keys: number;
  readonly members: number;
}

export interface SubAccountsStore {
  /** The account's ones with these ids, deleted ones included. */
  ofIds(accountId: string, ids: readonly string[]): Promise<readonly SubAccount[]>;
  counts(accountId: string, ids: readonly string[]): Promise<readonly SubAccountCounts[]>;
  find(id: string): Promise<SubAccountRecord | null>;
  list(filter: SubAccountsFilter, page: Page<TimePosition>): Promise<readonly SubAccountRecord[]>;
  create(record: SubAccountRecord, audit: AuditEntry): Promise<void>;
  /** Of sub-accounts of an account, deleted ones included. */
  names(accountId: string, ids: readonly string[]): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** With the notification of the account, as one unit. */
  update(subAccount: SubAccount, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void>;
  /** Marks it deleted and disables its keys, in one unit. */
  remove(id: string, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void>;
}
