import type { MonthStatement, MonthTotals, StatementSpan } from '../../../domain/books/month-statement.ts';

export interface StatementsStore {
  /** Start of the first month that is not frozen. */
  frozenBeforeMs(): Promise<number>;
  /** Frozen months before the given one (YYYYMM), newest first. */
  listFrozen(accountId: string, page: { readonly limit: number; readonly beforeMonth: number }): Promise<readonly MonthTotals[]>;
  /** The current figures of the books, frozen or not. */
  totalsNow(accountId: string, span: StatementSpan): Promise<MonthTotals>;
  /** The frozen figures, or else the current ones of the books. */
  find(accountId: string, span: StatementSpan): Promise<MonthStatement>;
}
