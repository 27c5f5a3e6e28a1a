import type { NanoCny } from '@tollgate/contract/money';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** What an account wishes to be told of its money. */
export interface BillingSettings {
  /** Whether the statement of a month is sent by mail when it is ready, on the second day of the next. */
  readonly statementMail: boolean;
  /** Of which reaching 80, 90 and 100 % is told; it stops nothing. `null`: none. */
  readonly monthlyBudget: NanoCny | null;
  /** Counted up when the budget is raised: from then on its levels are told anew. */
  readonly budgetArming: number;
}

export interface BillingStore {
  /** What it wishes, or what it is by itself. */
  find(accountId: string): Promise<BillingSettings>;
  put(accountId: string, settings: BillingSettings, audit: AuditEntry): Promise<void>;
}
