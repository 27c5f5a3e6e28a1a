import type { SchemaDialect } from '../schema-dialect.ts';

/** Calls that continue after their client has gone. */
export function tasksSchema({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
create table tasks (
  -- The call's.
  id ${bytes} primary key,
  -- The process start that works on it.
  incarnation ${text} not null,
  -- Starts that are over, under whose names its money may still stand; with commas between them.
  adopted_from ${text},
  state ${text} not null check (state in ('submitting', 'running', 'storing', 'completed', 'failed', 'cancelled', 'expired')),
  cancel_asked ${whole} not null default 0,
  account_id ${text} not null, key_id ${text} not null, model ${text} not null,
  -- What is set aside, and what the record in the log needs.
  money ${text} not null, terms ${text} not null,
  -- Sealed; gone once it has ended.
  request ${bytes},
  route_id ${text}, upstream_id ${text}, progress ${whole}, result ${text}, error_code ${text}, error ${text},
  created_at ${whole} not null, deadline ${whole} not null, ended_at ${whole}, expires_at ${whole}
)${strict};
create index tasks_by_key on tasks (key_id, id);
create index tasks_unfinished on tasks (incarnation) where state in ('submitting', 'running', 'storing');
create index tasks_expiring on tasks (expires_at) where expires_at is not null;
`;
}

/** Files that are stored for a limited time. */
export function objectsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table objects (
  name ${text} primary key,
  account_id ${text} not null,
  key_id ${text} not null,
  media_type ${text} not null,
  -- Null: not all of it is written.
  bytes ${whole},
  created_at ${whole} not null,
  expires_at ${whole} not null
)${strict};
create index objects_by_expiry on objects (expires_at);
-- Sums are read from it alone.
create index objects_by_account on objects (account_id, bytes);
`;
}
