import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { ClosedMoney } from '../../domain/books/consumed-paid.ts';
import type { CreditDraft, CreditTotals, LedgerEntry } from '../../domain/books/ledger.ts';
import type { Page } from '../../control/page-ports.ts';

export interface CreditWritten {
  readonly entry: LedgerEntry;
  /** Whether the first paid credit moved the account from `free-trial` to `standard`. */
  readonly planMoved: boolean;
}

export interface LedgerStore {
  totals(accountId: string): Promise<CreditTotals>;
  /** The same totals with the usage in closed hours, as of one moment. */
  closedMoney(accountId: string): Promise<ClosedMoney>;
  find(id: string): Promise<LedgerEntry | null>;
  /** Newest first. */
  list(accountId: string, page: Page<bigint>): Promise<readonly LedgerEntry[]>;
  /** `null`: the account already has an entry with this id, or its only trial credit. */
  credit(draft: CreditDraft, audit: AuditEntry): Promise<CreditWritten | null>;
}
