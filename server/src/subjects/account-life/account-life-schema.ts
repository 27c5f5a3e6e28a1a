import type { AccountStatus } from '@tollgate/contract/enumerations';
import type { ClosingState } from '@tollgate/contract/account-life/closing';
import type { ClosingTrouble } from './closing-ports.ts';
import type { TextOrNull, Whole, WholeOrNull, WordOrNull } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Exports of all data about an account, requested by its owners. The table mirrors that of call log exports but is separate. */
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

/** Accounts that are closed or being closed. */
export function accountClosingsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
-- Until when it can be taken back; null: the account is open. Its keys are off meanwhile, and for ever after, by its status.
alter table accounts add column closes_at ${whole};
create table account_closings (
  account_id ${text} primary key references accounts (id),
  state ${text} not null check (state in ('closing', 'paying', 'telling', 'erasing', 'forgetting', 'closed')),
  -- Of the account, to be restored.
  status_before ${text} not null,
  requested_at ${whole} not null, due_at ${whole} not null,
  reminded_at ${whole}, told_at ${whole}, closed_at ${whole},
  -- Why an operator says that nothing is left to be paid out.
  settled ${text}
)${strict};
create index account_closings_open on account_closings (due_at) where state <> 'closed';
`;
}

/** Accounts frozen by an operator, with the time and the reason shown to members. */
export function frozenAccountsSchema({ text, whole }: SchemaDialect): string {
  return `
alter table accounts add column frozen_reason ${text};
alter table accounts add column frozen_at ${whole};
`;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    account_closings: {
      account_id: string;
      state: ClosingState;
      status_before: AccountStatus;
      requested_at: Whole;
      due_at: Whole;
      reminded_at: WholeOrNull;
      told_at: WholeOrNull;
      closed_at: WholeOrNull;
      settled: TextOrNull;
      told_of: WordOrNull<ClosingTrouble>;
      told_of_at: WholeOrNull;
    };
  }
}
