import type { BillingSettingsTable } from './billing-schema.ts';
import type { StatementLinesTable, StatementsTable } from './statements-schema.ts';

/** Tables about the money of accounts, beside the ledger. */
export interface MoneyTables {
  billing_settings: BillingSettingsTable;
  statements: StatementsTable;
  statement_lines: StatementLinesTable;
}
