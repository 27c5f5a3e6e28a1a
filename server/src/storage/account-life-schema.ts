import type { SchemaDialect } from './schema-dialect.ts';

/** Files of everything that is kept about an account, made for its owners. As those of the call log, and apart from them. */
export function accountDataSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table account_data_exports (
  id ${text} primary key,
  account_id ${text} not null, sub_account_id ${text}, made_by ${text} not null,
  -- Whose sign-ins are in it, and in which language, as JSON.
  export_order ${text} not null,
  is_direct ${whole} not null,
  state ${text} not null check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled')),
  rows_total ${whole}, rows_done ${whole} not null default 0, bytes ${whole}, error ${text},
  created_at ${whole} not null, expires_at ${whole} not null
)${strict};
create index account_data_exports_by_account on account_data_exports (account_id, id);
create index account_data_exports_by_expiry on account_data_exports (expires_at);
-- One at a time is made for an account.
create unique index account_data_exports_under_way on account_data_exports (account_id) where state in ('waiting', 'running');
`;
}
