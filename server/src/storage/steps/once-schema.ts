import type { SchemaDialect } from '../schema-dialect.ts';

/** Requests that were executed under clients' idempotency keys, with their responses. */
export function onceSchema({ text, bytes, whole, keyed }: SchemaDialect): string {
  return `
create table once_marks (
  account_id ${text} not null references accounts (id),
  -- The client's key.
  name ${text} not null,
  -- SHA-256 of where it was sent and what it said.
  content_hash ${bytes} not null,
  status ${whole} not null, answer ${text} not null, created_at ${whole} not null,
  primary key (account_id, name)
)${keyed};
`;
}
