import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Orders, payments and payment methods. */
export function ordersSchema({ text, bytes, whole, strict, keyed }: SchemaDialect): string {
  return `
create table payment_methods (
  name ${text} primary key,
  enabled ${whole} not null,
  -- What everybody may know of it, as JSON, and what nobody may, sealed for the name.
  settings ${text} not null, sealed ${bytes},
  revision ${whole} not null, changed_at ${whole} not null
)${strict};
create table orders (
  id ${text} primary key,
  -- Null: an operator tries a method.
  account_id ${text} references accounts (id),
  method ${text} not null,
  purpose ${text} not null check (purpose in ('top_up', 'auto', 'check')),
  state ${text} not null check (state in ('open', 'paid', 'closed', 'mismatch')),
  amount_fen ${whole} not null check (amount_fen > 0),
  remark ${text} not null unique,
  -- What is to be done to pay, as JSON.
  step ${text},
  made_by ${text} not null,
  created_at ${whole} not null, expires_at ${whole} not null, paid_at ${whole}, closed_at ${whole}
)${strict};
create index orders_by_account on orders (account_id, created_at, id);
create index orders_by_time on orders (created_at, id);
create index orders_open on orders (account_id) where state = 'open';
create table order_payments (
  method ${text} not null, external_id ${text} not null,
  order_id ${text} not null references orders (id),
  amount_fen ${whole} not null, currency ${text} not null, payer ${text},
  state ${text} not null check (state in ('credited', 'surplus', 'mismatch', 'returned')),
  received_at ${whole} not null,
  primary key (method, external_id)
)${keyed};
create index order_payments_by_order on order_payments (order_id);
create index order_payments_to_decide on order_payments (received_at) where state in ('surplus', 'mismatch');
-- Transfers that one operator has seen and a second one has to.
create table bank_confirmations (
  order_id ${text} primary key references orders (id),
  bank_reference ${text} not null unique, amount_fen ${whole} not null, payer ${text} not null,
  operator ${text} not null, created_at ${whole} not null
)${strict};
create table code_batches (
  id ${text} primary key, name ${text} not null, amount ${whole} not null check (amount > 0), size ${whole} not null,
  -- Whether the codes were sold, so that what they give was paid.
  sold ${whole} not null,
  expires_at ${whole}, withdrawn_at ${whole}, made_by ${text} not null, created_at ${whole} not null
)${strict};
create table codes (
  -- SHA-256.
  hash ${bytes} primary key,
  batch_id ${text} not null references code_batches (id), last4 ${text} not null,
  account_id ${text} references accounts (id), redeemed_by ${text}, redeemed_at ${whole}
)${keyed};
create index codes_by_batch on codes (batch_id, redeemed_at);
`;
}
