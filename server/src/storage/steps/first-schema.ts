import type { SchemaDialect } from '../schema-dialect.ts';

function tenantTables({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
create table plans (
  id ${text} primary key, name ${text} not null,
  requests_per_minute ${whole}, concurrency_recommended ${whole}, concurrency_ceiling ${whole},
  strict ${whole} not null default 0, price_multiplier_ppm ${whole} not null default 1000000,
  position ${whole} not null default 0
)${strict};

create table accounts (
  id ${text} primary key, name ${text} not null, email ${text}, plan_id ${text} not null references plans(id),
  status ${text} not null default 'active' check (status in ('active', 'disabled')),
  limits ${text} not null default '{}',
  price_multiplier_ppm ${whole} not null default 1000000,
  credits_revision ${whole} not null default 0,
  created_at ${whole} not null
)${strict};

create index accounts_by_time on accounts (created_at, id);

create table sub_accounts (
  id ${text} primary key, account_id ${text} not null references accounts(id), name ${text} not null,
  model_allow_list ${text}, status ${text} not null default 'active' check (status in ('active', 'deleted')),
  created_at ${whole} not null
)${strict};
create index sub_accounts_by_account on sub_accounts (account_id, id);

create table keys (
  id ${text} primary key, account_id ${text} not null references accounts(id), sub_account_id ${text} references sub_accounts(id),
  hash ${bytes} not null unique, prefix ${text} not null, last4 ${text} not null, remark ${text} not null default '',
  status ${text} not null default 'available' check (status in ('available', 'disabled', 'reset', 'deleted')),
  daily_cap ${whole} check (daily_cap >= 0), monthly_cap ${whole} check (monthly_cap >= 0),
  cap_arming ${whole} not null default 0,
  ip_allow_list ${text} not null default '[]', model_allow_list ${text},
  expires_at ${whole}, strict ${whole} not null default 0, limits ${text} not null default '{}',
  replaced_by ${text}, created_at ${whole} not null, updated_at ${whole} not null
)${strict};
create index keys_by_account on keys (account_id, id);
create index keys_by_sub_account on keys (sub_account_id) where sub_account_id is not null;

`;
}

function catalogueTables({ text, bytes, whole, strict, keyed }: SchemaDialect): string {
  return `create table models (
  name ${text} primary key, kind ${text} not null, owned_by ${text} not null, facts ${text} not null default '{}',
  source ${text} not null default 'admin', created_at ${whole} not null, updated_at ${whole} not null
)${strict};

-- One row per version; amounts are nano-CNY per 1,000,000 tokens (or per call).
create table model_prices (
  model ${text} not null references models(name), version ${whole} not null, valid_from ${whole} not null,
  input ${whole} not null check (input >= 0), cached_input ${whole} not null check (cached_input >= 0),
  output ${whole} not null check (output >= 0), per_call ${whole} not null check (per_call >= 0),
  created_at ${whole} not null, actor ${text} not null,
  primary key (model, version)
)${keyed};

-- A price of its own for one plan or account, in place of the list price and its multipliers.
create table price_overrides (
  owner_kind ${text} not null check (owner_kind in ('plan', 'account')), owner_id ${text} not null, model ${text} not null,
  version ${whole} not null, valid_from ${whole} not null,
  input ${whole} not null check (input >= 0), cached_input ${whole} not null check (cached_input >= 0),
  output ${whole} not null check (output >= 0), per_call ${whole} not null check (per_call >= 0),
  withdrawn ${whole} not null default 0,
  created_at ${whole} not null, actor ${text} not null,
  primary key (owner_kind, owner_id, model, version)
)${keyed};

create table providers (
  id ${text} primary key, name ${text} not null unique, dialect ${text} not null, priority ${whole} not null default 100,
  weight ${whole} not null default 1, enabled ${whole} not null default 1, quirks ${text} not null default '{}',
  source ${text} not null default 'admin', created_at ${whole} not null, updated_at ${whole} not null
)${strict};

create table provider_routes (
  id ${text} primary key, provider_id ${text} not null references providers(id) on delete cascade,
  region ${text} not null, base_url ${text} not null,
  sealed_api_key ${bytes}, api_key_hint ${text}, position ${whole} not null
)${strict};
create index provider_routes_by_provider on provider_routes (provider_id, position);

create table provider_models (
  provider_id ${text} not null references providers(id) on delete cascade, model ${text} not null, upstream_model ${text} not null,
  cost ${text}, primary key (provider_id, model)
)${keyed};

`;
}

function ledgerTable({ text, whole, sequence, strict }: SchemaDialect): string {
  return `-- Append-only. A credit when it happens (hour_start null); usage once per account and admission hour, when closed.
create table ledger_entries (
  seq ${sequence}, id ${text} not null unique, account_id ${text} not null references accounts(id),
  kind ${text} not null check (kind in ('credit', 'usage')),
  bucket ${text} not null check (bucket in ('trial', 'paid', 'adjustment', 'refund', 'usage')),
  amount ${whole} not null, hour_start ${whole}, day ${whole},
  reason ${text} not null, actor ${text} not null, created_at ${whole} not null,
  -- Totals of the account after this entry: a first load reads one row.
  credits_total ${whole} not null, usage_total ${whole} not null, trial_credits_total ${whole} not null
)${strict};
create index ledger_by_account on ledger_entries (account_id, seq);
create unique index ledger_usage_hour on ledger_entries (account_id, hour_start) where kind = 'usage';
create unique index ledger_trial_once on ledger_entries (account_id) where kind = 'credit' and bucket = 'trial';

`;
}

/** SQLite's indexes were soon replaced; PostgreSQL started with the later ones. */
const callParts = {
  sqlite: `create index calls_by_account on calls (account_id, id);
create index calls_by_key on calls (key_id, id);
create index calls_by_model on calls (model, id) where model is not null;
create index calls_by_status_class on calls (status_class, id) where status_class <> 2;
`,
  postgres: `create table calls_default partition of calls default;
create index calls_by_key on calls (key_id, status_class, id);
create index calls_by_key_model on calls (key_id, model, status_class, id) where model is not null;
create index calls_by_model on calls (model, status_class, id) where model is not null;
create index calls_by_status_class on calls (status_class, id);
`,
};

function callTable({ text, bytes, whole, medium, small, keyed, own }: SchemaDialect): string {
  return `${own({
    sqlite: '',
    postgres:
      '-- Ids carry the time (UUIDv7), so a range of ids is a stretch of time; partitions.ts makes one part per day ahead.\n',
  })}create table calls (
  id ${bytes} primary key, request_time ${whole} not null, account_id ${text} not null, sub_account_id ${text}, key_id ${text} not null,
  endpoint ${text} not null, model ${text}, kind ${text}, status ${small} not null, status_class ${small} not null,
  streamed ${small} not null, input_tokens ${medium} not null, cached_tokens ${medium} not null, output_tokens ${medium} not null,
  reasoning_tokens ${medium} not null, usage_estimated ${small} not null, charge ${whole} not null check (charge >= 0),
  price_version ${text}, uncollected ${whole} not null check (uncollected >= 0), upstream_cost ${whole} not null,
  duration_ms ${whole} not null, first_token_ms ${whole}, source_ip ${text} not null, route ${text}, attempts ${medium} not null,
  ending ${text} not null, error_code ${text}, error ${text}, hour_start ${whole} not null, day ${medium} not null
)${own({ sqlite: keyed, postgres: ' partition by range (id)' })};
${own(callParts)}
`;
}

const usageOfNodes = `-- What one process start has posted for an account, however long the account's history.
create index usage_hours_by_node on usage_hours (node, account_id);
`;

function usageTables({ text, bytes, whole, keyed, own }: SchemaDialect): string {
  return `-- Sums by admission hour. Nodes never share a row.
create table usage_hours (
  account_id ${text} not null, sub_account_id ${text} not null default '', key_id ${text} not null, model ${text} not null default '',
  hour_start ${whole} not null, node ${text} not null, day ${whole} not null,
  calls ${whole} not null, charged_calls ${whole} not null, input_tokens ${whole} not null, cached_tokens ${whole} not null,
  output_tokens ${whole} not null, reasoning_tokens ${whole} not null, charge ${whole} not null, uncollected ${whole} not null,
  upstream_cost ${whole} not null,
  -- The hour first: what is being added to lies together, however long the history.
  primary key (hour_start, account_id, key_id, model, sub_account_id, node)
)${own({ sqlite: keyed, postgres: ' with (fillfactor = 80)' })};
create index usage_hours_by_account_hour on usage_hours (account_id, hour_start);
create index usage_hours_by_key_day on usage_hours (key_id, day);
${own({ sqlite: '', postgres: usageOfNodes })}
-- Sums of the log rows of a day, frozen before those rows are purged, so that the audit still holds on day 91.
create table frozen_days (
  day ${whole} not null, account_id ${text} not null, key_id ${text} not null, model ${text} not null default '',
  hour_start ${whole} not null, calls ${whole} not null, charge ${whole} not null, uncollected ${whole} not null,
  primary key (day, account_id, key_id, model, hour_start)
)${keyed};
create index frozen_days_by_hour on frozen_days (hour_start);

create table open_calls (
  id ${bytes} primary key, incarnation ${text} not null, mark ${text} not null
)${own({ sqlite: keyed, postgres: ' with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0)' })};

`;
}

function noticeTables({ text, bytes, whole, sequence, window, strict, keyed, own }: SchemaDialect): string {
  return `-- In-site messages. Unique per window, level and arming, so an alert is sent once however often it is reached.
create table notices (
  id ${sequence}, account_id ${text} not null, key_id ${text} not null, ${window} ${text} not null,
  kind ${text} not null, arming ${whole} not null, text ${text} not null, created_at ${whole} not null, read_at ${whole},
  unique (${window}, kind, arming)
)${strict};
create index notices_by_account on notices (account_id, id);

-- Requests whose key matched nothing. Ten rows per address and minute, then one counter.
create table stray_refusals (
  id ${sequence}, at ${whole} not null, source_ip ${text} not null, path ${text} not null,
  code ${text} not null, fault ${text} not null, count ${whole} not null default 1
)${strict};
create index stray_refusals_by_time on stray_refusals (at);

create table audit_log (
  seq ${own({ sqlite: 'integer primary key autoincrement', postgres: 'bigint primary key' })}, at ${whole} not null, actor ${text} not null, source_ip ${text}, action ${text} not null,
  object_kind ${text} not null, object_id ${text} not null, before ${text}, after ${text}, previous_hash ${bytes} not null, hash ${bytes} not null
)${strict};
create index audit_log_by_object on audit_log (object_kind, object_id, seq);

create table quarantined_calls (
  id ${bytes} primary key, at ${whole} not null, record ${text} not null, fault ${text} not null
)${keyed};

`;
}

/** Needed only for data that nodes share. */
const fleetTables = `-- Process starts of the nodes of a fleet; times by the database's clock. A dead one stays for ever: it may wake up.
create table nodes (
  incarnation text collate "C" primary key, name text collate "C" not null, started_at bigint not null, heartbeat_at bigint not null,
  state text collate "C" not null default 'live' check (state in ('live', 'dead')),
  -- The latest change of another node that it has taken over.
  changes_seen bigint not null default 0,
  -- When the others had put right what a dead one left behind.
  recovered_at bigint
) with (fillfactor = 50);

-- One run of each job per period, whichever node it falls to.
create table job_leases (
  job text collate "C" not null, period bigint not null, holder text collate "C" not null, fence bigint not null, until_ms bigint not null,
  done_at bigint, primary key (job, period)
);
create index job_leases_by_holder on job_leases (holder);

-- What one node changed and the others have to load again.
create table changes (
  seq bigint generated always as identity primary key, kind text collate "C" not null, object_id text collate "C" not null, at bigint not null
);
create index changes_by_time on changes (at);

`;

function settingsTable({ text, keyed }: SchemaDialect): string {
  return `create table settings (name ${text} primary key, value ${text} not null)${keyed};

`;
}

const firstPlans = `insert into plans (id, name, requests_per_minute, concurrency_recommended, concurrency_ceiling, position) values
  ('free-trial', 'Free trial', 60, 10, 100, 1), ('standard', 'Standard', 60, 10, 100, 2),
  ('developer', 'Developer', 600, 10, 100, 3), ('enterprise', 'Enterprise', 300, 20, 100, 4),
  ('enterprise-unlimited', 'Enterprise unlimited', null, 20, 100, 5), ('dedicated', 'Dedicated channel', 1000, null, null, 6);
`;

/** The tables of the first version. They are released, so never edit them. */
export function firstSchema(dialect: SchemaDialect): string {
  return [
    tenantTables(dialect),
    catalogueTables(dialect),
    ledgerTable(dialect),
    callTable(dialect),
    usageTables(dialect),
    noticeTables(dialect),
    dialect.own({ sqlite: '', postgres: fleetTables }),
    settingsTable(dialect),
    firstPlans,
  ].join('');
}
