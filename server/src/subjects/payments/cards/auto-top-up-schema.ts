import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Automatic top-up: settings, saved cards and charges. */
export function autoTopUpSchema({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
create table auto_top_ups (
  account_id ${text} primary key references accounts (id),
  state ${text} not null check (state in ('off', 'on', 'stopped')),
  -- Why it was stopped.
  stop ${text},
  threshold ${whole} not null, amount_fen ${whole} not null check (amount_fen > 0),
  monthly_max_fen ${whole} not null check (monthly_max_fen >= amount_fen),
  -- Refusals in a row, why the last one was, and until when nothing is tried.
  refusals ${whole} not null, fault ${text}, retry_at ${whole} not null,
  revision ${whole} not null, changed_at ${whole} not null
)${strict};
create index auto_top_ups_on on auto_top_ups (account_id) where state = 'on';
create table saved_cards (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  method ${text} not null,
  state ${text} not null check (state in ('saving', 'kept', 'removed')),
  -- What the service calls the saving; null: it has not been asked yet, or could not be.
  reference ${text},
  -- What it knows the card by, sealed for the row; null: nothing is saved yet, or the service has forgotten it.
  means ${bytes},
  brand ${text}, last4 ${text}, exp_month ${whole}, exp_year ${whole},
  made_by ${text} not null,
  created_at ${whole} not null, expires_at ${whole} not null, saved_at ${whole}, removed_at ${whole}
)${strict};
create index saved_cards_by_account on saved_cards (account_id, created_at);
-- One is charged.
create unique index saved_cards_kept on saved_cards (account_id) where state = 'kept';
-- Of automatic orders: what they are charged to, when the service may last have begun to hear of it, and why nothing came.
alter table orders add column card_id ${text};
alter table orders add column begun_at ${whole};
alter table orders add column fault ${text};
-- While one is open, or how it ended is not known, there is no other.
create unique index orders_auto_open on orders (account_id) where purpose = 'auto' and state = 'open';
create index orders_auto on orders (account_id, created_at) where purpose = 'auto';
`;
}
