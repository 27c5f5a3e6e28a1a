import type { Whole, WholeOrNull, WholeWithDefault } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Billing notification settings of accounts, and the notices already sent. */
export function billingSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
create table billing_settings (
  account_id ${text} primary key,
  statement_mail ${whole} not null default 0,
  monthly_budget ${whole}, budget_arming ${whole} not null default 0,
  -- Month (YYYYMM), arming and level up to which reaching the budget was told.
  told_month ${whole} not null default 0, told_arming ${whole} not null default 0, told_level ${whole} not null default 0,
  -- Month up to which statements were told.
  statement_told ${whole} not null default 0,
  updated_at ${whole} not null
)${keyed};
create index billing_settings_budget on billing_settings (account_id) where monthly_budget is not null;
create index billing_settings_mail on billing_settings (account_id) where statement_mail = 1;
`;
}

export interface BillingSettingsTable {
  account_id: string;
  statement_mail: WholeWithDefault;
  monthly_budget: WholeOrNull;
  budget_arming: WholeWithDefault;
  told_month: WholeWithDefault;
  told_arming: WholeWithDefault;
  told_level: WholeWithDefault;
  statement_told: WholeWithDefault;
  updated_at: Whole;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    billing_settings: BillingSettingsTable;
  }
}
