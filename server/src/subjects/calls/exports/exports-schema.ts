import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Exports of the call log. */
export function exportSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table call_exports (
  id ${text} primary key,
  account_id ${text} not null, sub_account_id ${text}, made_by ${text} not null,
  -- What is to be in it, as JSON.
  export_order ${text} not null,
  is_direct ${whole} not null,
  state ${text} not null check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled')),
  rows_total ${whole}, rows_done ${whole} not null default 0, bytes ${whole}, error ${text},
  created_at ${whole} not null, expires_at ${whole} not null
)${strict};
create index call_exports_by_account on call_exports (account_id, id);
create index call_exports_by_expiry on call_exports (expires_at);
-- One at a time is made for an account.
create unique index call_exports_under_way on call_exports (account_id) where state in ('waiting', 'running');
`;
}
