import type { NanoCny } from '@tollgate/contract/money';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** Billing notification settings of an account. */
export interface BillingSettings {
  /** Whether statements are mailed when they are ready, on the second day of the next month. */
  readonly statementMail: boolean;
  /** Reports at 80, 90 and 100 %, but never blocks calls. `null` if there is no budget. */
  readonly monthlyBudget: NanoCny | null;
  /** Incremented when the budget is raised; its levels are then reported again. */
  readonly budgetArming: number;
}

export interface BillingStore {
  /** The settings of the account, or the defaults. */
  find(accountId: string): Promise<BillingSettings>;
  put(accountId: string, settings: BillingSettings, audit: AuditEntry): Promise<void>;
}
