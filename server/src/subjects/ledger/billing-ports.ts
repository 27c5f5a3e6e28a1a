import type { NanoCny } from '@tollgate/contract/money';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** An account's choices of billing notifications. */
export interface BillingSettings {
  /** Whether the statement of a month is sent by mail when it is ready, on the second day of the next. */
  readonly statementMail: boolean;
  /** Reaching 80, 90 and 100 % of it is reported; it stops nothing. `null`: none. */
  readonly monthlyBudget: NanoCny | null;
  /** Incremented when the budget is raised: from then on its levels are reported again. */
  readonly budgetArming: number;
}

export interface BillingStore {
  /** Its choices, or the defaults. */
  find(accountId: string): Promise<BillingSettings>;
  put(accountId: string, settings: BillingSettings, audit: AuditEntry): Promise<void>;
}
