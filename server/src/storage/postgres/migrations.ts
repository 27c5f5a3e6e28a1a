/** A change of the schema. Never edit one that has been released. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  /**
   * The oldest program, told by the last migration it knows, that still works with the schema after this one. During a
   * rolling upgrade old nodes run on the new schema: first expand, and contract a release later.
   */
  readonly worksFrom: number;
  readonly sql: string;
}

/** Compared byte by byte, as everything else here compares it: the same order on every machine, and faster. */
const text = 'text collate "C"';

/** Schema changes in order; each runs once, in its own transaction. */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: 'first schema',
    worksFrom: 1,
    sql: `
create table plans (
  id ${text} primary key, name ${text} not null,
  requests_per_minute bigint, concurrency_recommended bigint, concurrency_ceiling bigint,
  strict bigint not null default 0, price_multiplier_ppm bigint not null default 1000000,
  position bigint not null default 0
);

create table accounts (
  id ${text} primary key, name ${text} not null, email ${text}, plan_id ${text} not null references plans(id),
  status ${text} not null default 'active' check (status in ('active', 'disabled')),
  limits ${text} not null default '{}',
  price_multiplier_ppm bigint not null default 1000000,
  credits_revision bigint not null default 0,
  created_at bigint not null
);

create index accounts_by_time on accounts (created_at, id);

create table sub_accounts (
  id ${text} primary key, account_id ${text} not null references accounts(id), name ${text} not null,
  model_allow_list ${text}, status ${text} not null default 'active' check (status in ('active', 'deleted')),
  created_at bigint not null
);
create index sub_accounts_by_account on sub_accounts (account_id, id);

create table keys (
  id ${text} primary key, account_id ${text} not null references accounts(id), sub_account_id ${text} references sub_accounts(id),
  hash bytea not null unique, prefix ${text} not null, last4 ${text} not null, remark ${text} not null default '',
  status ${text} not null default 'available' check (status in ('available', 'disabled', 'reset', 'deleted')),
  daily_cap bigint check (daily_cap >= 0), monthly_cap bigint check (monthly_cap >= 0),
  cap_arming bigint not null default 0,
  ip_allow_list ${text} not null default '[]', model_allow_list ${text},
  expires_at bigint, strict bigint not null default 0, limits ${text} not null default '{}',
  replaced_by ${text}, created_at bigint not null, updated_at bigint not null
);
create index keys_by_account on keys (account_id, id);
create index keys_by_sub_account on keys (sub_account_id) where sub_account_id is not null;

create table models (
  name ${text} primary key, kind ${text} not null, owned_by ${text} not null, facts ${text} not null default '{}',
  source ${text} not null default 'admin', created_at bigint not null, updated_at bigint not null
);

-- One row per version; amounts are nano-CNY per 1,000,000 tokens (or per call).
create table model_prices (
  model ${text} not null references models(name), version bigint not null, valid_from bigint not null,
  input bigint not null check (input >= 0), cached_input bigint not null check (cached_input >= 0),
  output bigint not null check (output >= 0), per_call bigint not null check (per_call >= 0),
  created_at bigint not null, actor ${text} not null,
  primary key (model, version)
);

-- A price of its own for one plan or account, in place of the list price and its multipliers.
create table price_overrides (
  owner_kind ${text} not null check (owner_kind in ('plan', 'account')), owner_id ${text} not null, model ${text} not null,
  version bigint not null, valid_from bigint not null,
  input bigint not null check (input >= 0), cached_input bigint not null check (cached_input >= 0),
  output bigint not null check (output >= 0), per_call bigint not null check (per_call >= 0),
  withdrawn bigint not null default 0,
  created_at bigint not null, actor ${text} not null,
  primary key (owner_kind, owner_id, model, version)
);

create table providers (
  id ${text} primary key, name ${text} not null unique, dialect ${text} not null, priority bigint not null default 100,
  weight bigint not null default 1, enabled bigint not null default 1, quirks ${text} not null default '{}',
  source ${text} not null default 'admin', created_at bigint not null, updated_at bigint not null
);

create table provider_routes (
  id ${text} primary key, provider_id ${text} not null references providers(id) on delete cascade,
  region ${text} not null, base_url ${text} not null,
  sealed_api_key bytea, api_key_hint ${text}, position bigint not null
);
create index provider_routes_by_provider on provider_routes (provider_id, position);

create table provider_models (
  provider_id ${text} not null references providers(id) on delete cascade, model ${text} not null, upstream_model ${text} not null,
  cost ${text}, primary key (provider_id, model)
);

-- Append-only. A credit when it happens (hour_start null); usage once per account and admission hour, when closed.
create table ledger_entries (
  seq bigint generated by default as identity primary key, id ${text} not null unique, account_id ${text} not null references accounts(id),
  kind ${text} not null check (kind in ('credit', 'usage')),
  bucket ${text} not null check (bucket in ('trial', 'paid', 'adjustment', 'refund', 'usage')),
  amount bigint not null, hour_start bigint, day bigint,
  reason ${text} not null, actor ${text} not null, created_at bigint not null,
  -- Totals of the account after this entry: a first load reads one row.
  credits_total bigint not null, usage_total bigint not null, trial_credits_total bigint not null
);
create index ledger_by_account on ledger_entries (account_id, seq);
create unique index ledger_usage_hour on ledger_entries (account_id, hour_start) where kind = 'usage';
create unique index ledger_trial_once on ledger_entries (account_id) where kind = 'credit' and bucket = 'trial';

-- Ids carry the time (UUIDv7), so a range of ids is a stretch of time; partitions.ts makes one part per day ahead.
create table calls (
  id bytea primary key, request_time bigint not null, account_id ${text} not null, sub_account_id ${text}, key_id ${text} not null,
  endpoint ${text} not null, model ${text}, kind ${text}, status smallint not null, status_class smallint not null,
  streamed smallint not null, input_tokens integer not null, cached_tokens integer not null, output_tokens integer not null,
  reasoning_tokens integer not null, usage_estimated smallint not null, charge bigint not null check (charge >= 0),
  price_version ${text}, uncollected bigint not null check (uncollected >= 0), upstream_cost bigint not null,
  duration_ms bigint not null, first_token_ms bigint, source_ip ${text} not null, route ${text}, attempts integer not null,
  ending ${text} not null, error_code ${text}, error ${text}, hour_start bigint not null, day integer not null
) partition by range (id);
create table calls_default partition of calls default;
create index calls_by_key on calls (key_id, status_class, id);
create index calls_by_key_model on calls (key_id, model, status_class, id) where model is not null;
create index calls_by_model on calls (model, status_class, id) where model is not null;
create index calls_by_status_class on calls (status_class, id);

-- Sums by admission hour. Nodes never share a row.
create table usage_hours (
  account_id ${text} not null, sub_account_id ${text} not null default '', key_id ${text} not null, model ${text} not null default '',
  hour_start bigint not null, node ${text} not null, day bigint not null,
  calls bigint not null, charged_calls bigint not null, input_tokens bigint not null, cached_tokens bigint not null,
  output_tokens bigint not null, reasoning_tokens bigint not null, charge bigint not null, uncollected bigint not null,
  upstream_cost bigint not null,
  -- The hour first: what is being added to lies together, however long the history.
  primary key (hour_start, account_id, key_id, model, sub_account_id, node)
) with (fillfactor = 80);
create index usage_hours_by_account_hour on usage_hours (account_id, hour_start);
create index usage_hours_by_key_day on usage_hours (key_id, day);
-- What one process start has posted for an account, however long the account's history.
create index usage_hours_by_node on usage_hours (node, account_id);

-- Sums of the log rows of a day, frozen before those rows are purged, so that the audit still holds on day 91.
create table frozen_days (
  day bigint not null, account_id ${text} not null, key_id ${text} not null, model ${text} not null default '',
  hour_start bigint not null, calls bigint not null, charge bigint not null, uncollected bigint not null,
  primary key (day, account_id, key_id, model, hour_start)
);
create index frozen_days_by_hour on frozen_days (hour_start);

create table open_calls (
  id bytea primary key, incarnation ${text} not null, mark ${text} not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);

-- In-site messages. Unique per window, level and arming, so an alert is sent once however often it is reached.
create table notices (
  id bigint generated by default as identity primary key, account_id ${text} not null, key_id ${text} not null, "window" ${text} not null,
  kind ${text} not null, arming bigint not null, text ${text} not null, created_at bigint not null, read_at bigint,
  unique ("window", kind, arming)
);
create index notices_by_account on notices (account_id, id);

-- Requests whose key matched nothing. Ten rows per address and minute, then one counter.
create table stray_refusals (
  id bigint generated by default as identity primary key, at bigint not null, source_ip ${text} not null, path ${text} not null,
  code ${text} not null, fault ${text} not null, count bigint not null default 1
);
create index stray_refusals_by_time on stray_refusals (at);

create table audit_log (
  seq bigint primary key, at bigint not null, actor ${text} not null, source_ip ${text}, action ${text} not null,
  object_kind ${text} not null, object_id ${text} not null, before ${text}, after ${text}, previous_hash bytea not null, hash bytea not null
);
create index audit_log_by_object on audit_log (object_kind, object_id, seq);

create table quarantined_calls (
  id bytea primary key, at bigint not null, record ${text} not null, fault ${text} not null
);

-- Process starts of the nodes of a fleet; times by the database's clock. A dead one stays for ever: it may wake up.
create table nodes (
  incarnation ${text} primary key, name ${text} not null, started_at bigint not null, heartbeat_at bigint not null,
  state ${text} not null default 'live' check (state in ('live', 'dead')),
  -- The latest change of another node that it has taken over.
  changes_seen bigint not null default 0,
  -- When the others had put right what a dead one left behind.
  recovered_at bigint
) with (fillfactor = 50);

-- One run of each job per period, whichever node it falls to.
create table job_leases (
  job ${text} not null, period bigint not null, holder ${text} not null, fence bigint not null, until_ms bigint not null,
  done_at bigint, primary key (job, period)
);
create index job_leases_by_holder on job_leases (holder);

-- What one node changed and the others have to load again.
create table changes (
  seq bigint generated always as identity primary key, kind ${text} not null, object_id ${text} not null, at bigint not null
);
create index changes_by_time on changes (at);

create table settings (name ${text} primary key, value ${text} not null);

insert into plans (id, name, requests_per_minute, concurrency_recommended, concurrency_ceiling, position) values
  ('free-trial', 'Free trial', 60, 10, 100, 1), ('standard', 'Standard', 60, 10, 100, 2),
  ('developer', 'Developer', 600, 10, 100, 3), ('enterprise', 'Enterprise', 300, 20, 100, 4),
  ('enterprise-unlimited', 'Enterprise unlimited', null, 20, 100, 5), ('dedicated', 'Dedicated channel', 1000, null, null, 6);
`,
  },
  {
    id: 2,
    name: 'rows of the log that stand for many refused calls',
    worksFrom: 1,
    sql: `alter table calls add column count integer not null default 1;`,
  },
  {
    id: 3,
    name: 'payouts in the ledger',
    worksFrom: 1,
    sql: `
alter table ledger_entries drop constraint ledger_entries_bucket_check,
  add constraint ledger_entries_bucket_check check (bucket in ('trial', 'paid', 'adjustment', 'refund', 'payout', 'usage'));
create index ledger_paid on ledger_entries (account_id, amount) where bucket in ('paid', 'payout');
`,
  },
  {
    id: 4,
    name: 'what each attempt of a call met',
    worksFrom: 1,
    sql: `alter table calls add column attempt_log ${text}`,
  },
  {
    id: 5,
    name: 'bounds on what broken connections take',
    worksFrom: 1,
    // Only the rows in question, which are few, with all that is asked of them.
    sql: `
alter table plans add column broken_connections ${text};
create index calls_broken_off on calls (account_id, hour_start, key_id, first_token_ms, uncollected)
  where error_code in ('client_left', 'answer_too_long') and uncollected > 0;
`,
  },
  {
    id: 6,
    name: 'models that were deleted',
    worksFrom: 1,
    sql: `
alter table models add column deleted_at bigint;
-- Prices before this version are those of a model of the same name that was deleted.
alter table models add column first_version bigint not null default 1;
`,
  },
  {
    id: 7,
    name: 'nodes that cannot hear the others',
    worksFrom: 1,
    sql: `alter table nodes add column deaf_since bigint`,
  },
];
