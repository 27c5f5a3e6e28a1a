import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { Account } from '../../../domain/tenants/tenant.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';

export interface AccountsFilter {
  readonly id?: string | undefined;
  /** Exact id, name, or e-mail address in any case. */
  readonly named?: string | undefined;
  /** Exact id, or part of the name or e-mail address in any case. */
  readonly search?: string | undefined;
  readonly planId?: string | undefined;
  readonly status?: Account['status'] | undefined;
}

export interface AccountsStore {
  find(id: string): Promise<AccountRecord | null>;
  list(filter: AccountsFilter, page: Page<TimePosition>): Promise<readonly AccountRecord[]>;
  /** The largest price multiplier of any account, in parts per million; `null` without accounts. */
  multiplierMax(): Promise<bigint | null>;
  /** All accounts of a plan, to apply a changed plan. */
  ofPlan(planId: string): Promise<readonly AccountRecord[]>;
  /** Writes the account and its first credit in one transaction. */
  create(record: AccountRecord, credit: CreditDraft | null, audit: readonly AuditEntry[]): Promise<void>;
  /** Writes the account and its notices in one transaction. */
  update(record: AccountRecord, audit: AuditEntry, notices?: readonly AccountNotice[]): Promise<void>;
}
