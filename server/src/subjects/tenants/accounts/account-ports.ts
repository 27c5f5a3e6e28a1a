import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { Account } from '../../../domain/tenants/tenant.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';

export interface AccountsFilter {
  readonly id?: string | undefined;
  /** Its id or name, or its e-mail address in any case. */
  readonly named?: string | undefined;
  /** Its id, or a part of its name or e-mail address in any case. */
  readonly search?: string | undefined;
  readonly planId?: string | undefined;
  readonly status?: Account['status'] | undefined;
}

export interface AccountsStore {
  find(id: string): Promise<AccountRecord | null>;
  list(filter: AccountsFilter, page: Page<TimePosition>): Promise<readonly AccountRecord[]>;
  /** The largest price multiplier of any account, in parts per million; `null` without accounts. */
  multiplierMax(): Promise<bigint | null>;
  /** Every account of a plan, to bring a changed plan into force. */
  ofPlan(planId: string): Promise<readonly AccountRecord[]>;
  /** Account and first credit are one unit. */
  create(record: AccountRecord, credit: CreditDraft | null, audit: readonly AuditEntry[]): Promise<void>;
  /** With the notification of the account, as one unit. */
  update(record: AccountRecord, audit: AuditEntry, notices?: readonly AccountNotice[]): Promise<void>;
}
