import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Payouts with their steps and parts. */
export function payoutsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table payouts (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  kind ${text} not null check (kind in ('request', 'refund')),
  state ${text} not null check (state in ('requested', 'approved', 'sent', 'confirmed', 'rejected', 'withdrawn', 'failed')),
  revision ${whole} not null,
  requested_fen ${whole} not null check (requested_fen > 0), amount_fen ${whole} not null check (amount_fen > 0),
  -- Of the amount, what could not be paid and was credited again.
  given_back_fen ${whole} not null,
  -- The entry of the ledger; null: none yet, or the payment was never credited.
  ledger_id ${text} unique,
  reason ${text},
  -- A bank account to pay to, as JSON.
  payee ${text},
  made_by ${text} not null, created_at ${whole} not null
)${strict};
create index payouts_by_account on payouts (account_id, created_at, id);
create index payouts_by_time on payouts (created_at, id);
create index payouts_open on payouts (created_at, id) where state in ('requested', 'approved', 'sent');
-- Of one account one request waits at a time.
create unique index payouts_requested on payouts (account_id) where state = 'requested';
create table payout_steps (
  payout_id ${text} not null references payouts (id),
  position ${whole} not null,
  state ${text} not null, at ${whole} not null, actor ${text} not null, note ${text},
  primary key (payout_id, position)
)${strict};
create table payout_parts (
  id ${text} primary key,
  payout_id ${text} not null references payouts (id),
  position ${whole} not null,
  -- How it goes.
  method ${text} not null,
  -- The payment that it gives back; null: none.
  order_id ${text} references orders (id), paid_by ${text}, external_id ${text},
  by_hand ${whole} not null,
  amount_fen ${whole} not null check (amount_fen > 0),
  state ${text} not null check (state in ('waiting', 'asked', 'sent', 'done', 'failed', 'dropped')),
  revision ${whole} not null, attempt ${whole} not null,
  reference ${text}, fault ${text}, sent_at ${whole}, done_at ${whole},
  unique (payout_id, position)
)${strict};
create index payout_parts_by_order on payout_parts (order_id);
create index payout_parts_by_payment on payout_parts (paid_by, external_id);
-- What a bank, or a page of a payment service, calls a transfer counts once.
create unique index payout_parts_by_reference on payout_parts (method, reference) where by_hand = 1 and reference is not null;
`;
}
