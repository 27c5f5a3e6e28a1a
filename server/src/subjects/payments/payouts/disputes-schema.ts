import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Payments that are disputed at the bank of the payer. */
export function disputesSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
create table payment_disputes (
  method ${text} not null, id ${text} not null,
  external_id ${text} not null, account_id ${text} not null references accounts (id),
  state ${text} not null check (state in ('inquiry', 'open', 'won', 'lost')),
  -- Whether the account was in use until the dispute disabled it.
  froze ${whole} not null,
  opened_at ${whole} not null, ended_at ${whole},
  primary key (method, id)
)${keyed};
create index payment_disputes_open on payment_disputes (account_id) where state in ('inquiry', 'open');
`;
}
