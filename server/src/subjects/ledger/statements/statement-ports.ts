import type { MonthStatement, MonthTotals, StatementSpan } from '../../../domain/books/month-statement.ts';

export interface StatementsStore {
  /** Where the first month begins that is not frozen. */
  frozenBeforeMs(): Promise<number>;
  /** Frozen ones of months before one (YYYYMM), newest first. */
  listFrozen(accountId: string, page: { readonly limit: number; readonly beforeMonth: number }): Promise<readonly MonthTotals[]>;
  /** As the books say it now, whether or not it is frozen. */
  totalsNow(accountId: string, span: StatementSpan): Promise<MonthTotals>;
  /** As it was frozen, else as the books say it now. */
  find(accountId: string, span: StatementSpan): Promise<MonthStatement>;
}
