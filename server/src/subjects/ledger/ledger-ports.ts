import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { ClosedMoney } from '../../domain/books/consumed-paid.ts';
import type { CreditDraft, CreditTotals, LedgerEntry } from '../../domain/books/ledger.ts';
import type { Page } from '../../control/page-ports.ts';

export interface CreditWritten {
  readonly entry: LedgerEntry;
  /** The first paid credit moved the account from `free-trial` to `standard`. */
  readonly planMoved: boolean;
}

export interface LedgerStore {
  totals(accountId: string): Promise<CreditTotals>;
  /** The same with its use in closed hours, as of one moment. */
  closedMoney(accountId: string): Promise<ClosedMoney>;
  find(id: string): Promise<LedgerEntry | null>;
  /** Newest first. */
  list(accountId: string, page: Page<bigint>): Promise<readonly LedgerEntry[]>;
  /** `null`: the account already has an entry that must be unique (its trial credit, or this id). */
  credit(draft: CreditDraft, audit: AuditEntry): Promise<CreditWritten | null>;
}
