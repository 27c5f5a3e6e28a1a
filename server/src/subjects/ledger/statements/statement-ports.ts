import type { MonthStatement, MonthTotals, StatementSpan } from '../../../domain/books/month-statement.ts';

export interface StatementsStore {
  /** Beginning of the first month that is not frozen. */
  frozenBeforeMs(): Promise<number>;
  /** Frozen ones of months before one (YYYYMM), newest first. */
  listFrozen(accountId: string, page: { readonly limit: number; readonly beforeMonth: number }): Promise<readonly MonthTotals[]>;
  /** The current figures of the books, frozen or not. */
  totalsNow(accountId: string, span: StatementSpan): Promise<MonthTotals>;
  /** The frozen figures, else the current ones of the books. */
  find(accountId: string, span: StatementSpan): Promise<MonthStatement>;
}
