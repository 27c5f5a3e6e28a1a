/** A change of the schema. Never edit one that has been released. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
  /** Changes what a table may hold in the schema's own text, as SQLite documents it, because a new table would mean a copy. */
  readonly editsDefinitions?: true;
}

/** Schema changes in order; each runs once, in its own transaction. */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: 'first schema',
    sql: `
create table plans (
  id text primary key, name text not null,
  requests_per_minute integer, concurrency_recommended integer, concurrency_ceiling integer,
  strict integer not null default 0, price_multiplier_ppm integer not null default 1000000,
  position integer not null default 0
) strict;

create table accounts (
  id text primary key, name text not null, email text, plan_id text not null references plans(id),
  status text not null default 'active' check (status in ('active', 'disabled')),
  limits text not null default '{}',
  price_multiplier_ppm integer not null default 1000000,
  credits_revision integer not null default 0,
  created_at integer not null
) strict;

create index accounts_by_time on accounts (created_at, id);

create table sub_accounts (
  id text primary key, account_id text not null references accounts(id), name text not null,
  model_allow_list text, status text not null default 'active' check (status in ('active', 'deleted')),
  created_at integer not null
) strict;
create index sub_accounts_by_account on sub_accounts (account_id, id);

create table keys (
  id text primary key, account_id text not null references accounts(id), sub_account_id text references sub_accounts(id),
  hash blob not null unique, prefix text not null, last4 text not null, remark text not null default '',
  status text not null default 'available' check (status in ('available', 'disabled', 'reset', 'deleted')),
  daily_cap integer check (daily_cap >= 0), monthly_cap integer check (monthly_cap >= 0),
  cap_arming integer not null default 0,
  ip_allow_list text not null default '[]', model_allow_list text,
  expires_at integer, strict integer not null default 0, limits text not null default '{}',
  replaced_by text, created_at integer not null, updated_at integer not null
) strict;
create index keys_by_account on keys (account_id, id);
create index keys_by_sub_account on keys (sub_account_id) where sub_account_id is not null;

create table models (
  name text primary key, kind text not null, owned_by text not null, facts text not null default '{}',
  source text not null default 'admin', created_at integer not null, updated_at integer not null
) strict;

-- One row per version; amounts are nano-CNY per 1,000,000 tokens (or per call).
create table model_prices (
  model text not null references models(name), version integer not null, valid_from integer not null,
  input integer not null check (input >= 0), cached_input integer not null check (cached_input >= 0),
  output integer not null check (output >= 0), per_call integer not null check (per_call >= 0),
  created_at integer not null, actor text not null,
  primary key (model, version)
) strict, without rowid;

-- A price of its own for one plan or account, in place of the list price and its multipliers.
create table price_overrides (
  owner_kind text not null check (owner_kind in ('plan', 'account')), owner_id text not null, model text not null,
  version integer not null, valid_from integer not null,
  input integer not null check (input >= 0), cached_input integer not null check (cached_input >= 0),
  output integer not null check (output >= 0), per_call integer not null check (per_call >= 0),
  withdrawn integer not null default 0,
  created_at integer not null, actor text not null,
  primary key (owner_kind, owner_id, model, version)
) strict, without rowid;

create table providers (
  id text primary key, name text not null unique, dialect text not null, priority integer not null default 100,
  weight integer not null default 1, enabled integer not null default 1, quirks text not null default '{}',
  source text not null default 'admin', created_at integer not null, updated_at integer not null
) strict;

create table provider_routes (
  id text primary key, provider_id text not null references providers(id) on delete cascade,
  region text not null, base_url text not null,
  sealed_api_key blob, api_key_hint text, position integer not null
) strict;
create index provider_routes_by_provider on provider_routes (provider_id, position);

create table provider_models (
  provider_id text not null references providers(id) on delete cascade, model text not null, upstream_model text not null,
  cost text, primary key (provider_id, model)
) strict, without rowid;

-- Append-only. A credit when it happens (hour_start null); usage once per account and admission hour, when closed.
create table ledger_entries (
  seq integer primary key autoincrement, id text not null unique, account_id text not null references accounts(id),
  kind text not null check (kind in ('credit', 'usage')),
  bucket text not null check (bucket in ('trial', 'paid', 'adjustment', 'refund', 'usage')),
  amount integer not null, hour_start integer, day integer,
  reason text not null, actor text not null, created_at integer not null,
  -- Totals of the account after this entry: a first load reads one row.
  credits_total integer not null, usage_total integer not null, trial_credits_total integer not null
) strict;
create index ledger_by_account on ledger_entries (account_id, seq);
create unique index ledger_usage_hour on ledger_entries (account_id, hour_start) where kind = 'usage';
create unique index ledger_trial_once on ledger_entries (account_id) where kind = 'credit' and bucket = 'trial';

create table calls (
  id blob primary key, request_time integer not null, account_id text not null, sub_account_id text, key_id text not null,
  endpoint text not null, model text, kind text, status integer not null, status_class integer not null,
  streamed integer not null, input_tokens integer not null, cached_tokens integer not null, output_tokens integer not null,
  reasoning_tokens integer not null, usage_estimated integer not null, charge integer not null check (charge >= 0),
  price_version text, uncollected integer not null check (uncollected >= 0), upstream_cost integer not null,
  duration_ms integer not null, first_token_ms integer, source_ip text not null, route text, attempts integer not null,
  ending text not null, error_code text, error text, hour_start integer not null, day integer not null
) strict, without rowid;
create index calls_by_account on calls (account_id, id);
create index calls_by_key on calls (key_id, id);
create index calls_by_model on calls (model, id) where model is not null;
create index calls_by_status_class on calls (status_class, id) where status_class <> 2;

-- Sums by admission hour. Nodes never share a row.
create table usage_hours (
  account_id text not null, sub_account_id text not null default '', key_id text not null, model text not null default '',
  hour_start integer not null, node text not null, day integer not null,
  calls integer not null, charged_calls integer not null, input_tokens integer not null, cached_tokens integer not null,
  output_tokens integer not null, reasoning_tokens integer not null, charge integer not null, uncollected integer not null,
  upstream_cost integer not null,
  -- The hour first: what is being added to lies together, however long the history.
  primary key (hour_start, account_id, key_id, model, sub_account_id, node)
) strict, without rowid;
create index usage_hours_by_account_hour on usage_hours (account_id, hour_start);
create index usage_hours_by_key_day on usage_hours (key_id, day);

-- Sums of the log rows of a day, frozen before those rows are purged, so that the audit still holds on day 91.
create table frozen_days (
  day integer not null, account_id text not null, key_id text not null, model text not null default '',
  hour_start integer not null, calls integer not null, charge integer not null, uncollected integer not null,
  primary key (day, account_id, key_id, model, hour_start)
) strict, without rowid;
create index frozen_days_by_hour on frozen_days (hour_start);

create table open_calls (
  id blob primary key, incarnation text not null, mark text not null
) strict, without rowid;

-- In-site messages. Unique per window, level and arming, so an alert is sent once however often it is reached.
create table notices (
  id integer primary key autoincrement, account_id text not null, key_id text not null, window text not null,
  kind text not null, arming integer not null, text text not null, created_at integer not null, read_at integer,
  unique (window, kind, arming)
) strict;
create index notices_by_account on notices (account_id, id);

-- Requests whose key matched nothing. Ten rows per address and minute, then one counter.
create table stray_refusals (
  id integer primary key autoincrement, at integer not null, source_ip text not null, path text not null,
  code text not null, fault text not null, count integer not null default 1
) strict;
create index stray_refusals_by_time on stray_refusals (at);

create table audit_log (
  seq integer primary key autoincrement, at integer not null, actor text not null, source_ip text, action text not null,
  object_kind text not null, object_id text not null, before text, after text, previous_hash blob not null, hash blob not null
) strict;
create index audit_log_by_object on audit_log (object_kind, object_id, seq);

create table quarantined_calls (
  id blob primary key, at integer not null, record text not null, fault text not null
) strict, without rowid;

create table settings (name text primary key, value text not null) strict, without rowid;

insert into plans (id, name, requests_per_minute, concurrency_recommended, concurrency_ceiling, position) values
  ('free-trial', 'Free trial', 60, 10, 100, 1), ('standard', 'Standard', 60, 10, 100, 2),
  ('developer', 'Developer', 600, 10, 100, 3), ('enterprise', 'Enterprise', 300, 20, 100, 4),
  ('enterprise-unlimited', 'Enterprise unlimited', null, 20, 100, 5), ('dedicated', 'Dedicated channel', 1000, null, null, 6);
`,
  },
  {
    id: 2,
    name: 'indexes for every combination of filters of the log',
    // A key belongs to one account and one sub-account for life, so pages of those are merged from their keys' ranges.
    sql: `
drop index calls_by_account;
drop index calls_by_key;
drop index calls_by_model;
drop index calls_by_status_class;
create index calls_by_key on calls (key_id, status_class, id);
create index calls_by_key_model on calls (key_id, model, status_class, id) where model is not null;
create index calls_by_model on calls (model, status_class, id) where model is not null;
create index calls_by_status_class on calls (status_class, id);
`,
  },
  {
    id: 3,
    name: 'rows of the log that stand for many refused calls',
    sql: `alter table calls add column count integer not null default 1;`,
  },
  {
    id: 4,
    name: 'payouts in the ledger',
    editsDefinitions: true,
    sql: `
pragma writable_schema = on;
update sqlite_schema set sql = replace(sql, '''refund'', ''usage''', '''refund'', ''payout'', ''usage''')
  where type = 'table' and name = 'ledger_entries';
pragma writable_schema = reset;
create index ledger_paid on ledger_entries (account_id, amount) where bucket in ('paid', 'payout');
`,
  },
  {
    id: 5,
    name: 'what each attempt of a call met',
    sql: 'alter table calls add column attempt_log text',
  },
  {
    id: 6,
    name: 'bounds on what broken connections take',
    // Only the rows in question, which are few, with all that is asked of them.
    sql: `
alter table plans add column broken_connections text;
create index calls_broken_off on calls (account_id, hour_start, key_id, first_token_ms, uncollected)
  where error_code in ('client_left', 'answer_too_long') and uncollected > 0;
`,
  },
  {
    id: 7,
    name: 'models that were deleted',
    sql: `
alter table models add column deleted_at integer;
-- Prices before this version are those of a model of the same name that was deleted.
alter table models add column first_version integer not null default 1;
`,
  },
];
