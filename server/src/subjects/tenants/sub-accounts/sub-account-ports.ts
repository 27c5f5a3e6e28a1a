import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { SubAccount } from '../../../domain/tenants/tenant.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';

/** Filters by an account, or by one of its sub-accounts. */
export interface PartFilter {
  readonly accountId: string;
  readonly subAccountId?: string | undefined;
}

export interface SubAccountsFilter extends PartFilter {
  readonly status?: SubAccount['status'] | undefined;
}

/** Number of objects that belong to a sub-account. */
export interface SubAccountCounts {
  readonly id: string;
  readonly keys: number;
  readonly members: number;
}

export interface SubAccountsStore {
  /** The sub-accounts of the account with these ids, including deleted ones. */
  ofIds(accountId: string, ids: readonly string[]): Promise<readonly SubAccount[]>;
  counts(accountId: string, ids: readonly string[]): Promise<readonly SubAccountCounts[]>;
  find(id: string): Promise<SubAccountRecord | null>;
  list(filter: SubAccountsFilter, page: Page<TimePosition>): Promise<readonly SubAccountRecord[]>;
  create(record: SubAccountRecord, audit: AuditEntry): Promise<void>;
  /** Names of sub-accounts of an account, including deleted ones. */
  names(accountId: string, ids: readonly string[]): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Writes the sub-account and its notices in one transaction. */
  update(subAccount: SubAccount, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void>;
  /** Marks the sub-account as deleted and disables its keys, in one transaction. */
  remove(id: string, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void>;
}
