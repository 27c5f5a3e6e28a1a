import { appendOnlyPrices } from './append-only-prices.ts';
import { firstSchema } from './first-schema.ts';
import type { SchemaChange } from '../schema-change.ts';
import { objectsSchema, tasksSchema } from './tasks-schema.ts';

/**
 * For PostgreSQL: changes that a program without them would misread.
 * - It would charge only the four rates of a price.
 * - It would call every protocol of a route at its base URL, with the bare key and only one of several keys. It would lose the other keys
 *   when it changes the provider.
 * - It would use only one of a provider's chat protocols.
 * - It would send data abroad that must not leave the country, and ignore the caps of sub-accounts.
 * - It would consider log entries that are linked by digests forged.
 */
export const misreadMigrations = {
  cards: 10,
  addresses: 12,
  keys: 13,
  domestic: 16,
  caps: 22,
  isolation: 34,
  digests: 52,
  dialects: 58,
  maintenance: 59,
} as const;

/** The changes from before the console existed, in order. */
export const gatewayMigrations = [
  { name: 'first schema', ids: { sqlite: 1, postgres: 1 }, worksFrom: 1, sql: firstSchema },
  {
    name: 'indexes for every combination of filters of the log',
    ids: { sqlite: 2 },
    worksFrom: 1,
    // A key always belongs to the same account and sub-account, so their pages are merged from the ranges of their keys.
    sql: () => `
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
    name: 'rows of the log that stand for many refused calls',
    ids: { sqlite: 3, postgres: 2 },
    worksFrom: 1,
    sql: () => 'alter table calls add column count integer not null default 1;',
  },
  {
    name: 'payouts in the ledger',
    ids: { sqlite: 4, postgres: 3 },
    worksFrom: 1,
    editsDefinitions: true,
    sql: ({ own }) => `
${own({
  sqlite: `pragma writable_schema = on;
update sqlite_schema set sql = replace(sql, '''refund'', ''usage''', '''refund'', ''payout'', ''usage''')
  where type = 'table' and name = 'ledger_entries';
pragma writable_schema = reset;`,
  postgres: `alter table ledger_entries drop constraint ledger_entries_bucket_check,
  add constraint ledger_entries_bucket_check check (bucket in ('trial', 'paid', 'adjustment', 'refund', 'payout', 'usage'));`,
})}
create index ledger_paid on ledger_entries (account_id, amount) where bucket in ('paid', 'payout');
`,
  },
  {
    name: 'what each attempt of a call met',
    ids: { sqlite: 5, postgres: 4 },
    worksFrom: 1,
    sql: ({ text }) => `alter table calls add column attempt_log ${text}`,
  },
  {
    name: 'bounds on what broken connections take',
    ids: { sqlite: 6, postgres: 5 },
    worksFrom: 1,
    // An index of only the relevant rows, which are few, with all columns that are queried.
    sql: ({ text }) => `
alter table plans add column broken_connections ${text};
create index calls_broken_off on calls (account_id, hour_start, key_id, first_token_ms, uncollected)
  where error_code in ('client_left', 'answer_too_long') and uncollected > 0;
`,
  },
  {
    name: 'models that were deleted',
    ids: { sqlite: 7, postgres: 6 },
    worksFrom: 1,
    sql: ({ whole }) => `
alter table models add column deleted_at ${whole};
-- Prices before this version are those of a model of the same name that was deleted.
alter table models add column first_version ${whole} not null default 1;
`,
  },
  {
    name: 'nodes that cannot hear the others',
    ids: { postgres: 7 },
    // The nodes' data in Redis changed at the same time: an older node must neither run in parallel nor return later.
    worksFrom: 7,
    sql: () => 'alter table nodes add column deaf_since bigint',
  },
  {
    name: 'protocols of models that are no chat models',
    ids: { sqlite: 8, postgres: 8 },
    worksFrom: 7,
    sql: ({ text }) => `alter table providers add column dialects ${text} not null default '{}'`,
  },
  {
    name: 'queues of work',
    ids: { sqlite: 9, postgres: 9 },
    worksFrom: 7,
    sql: ({ text, whole, sequence, strict }) => `
create table queue_items (
  id ${sequence},
  queue ${text} not null,
  -- Of items with the same one only the first is put.
  dedupe_key ${text},
  payload ${text} not null,
  state ${text} not null default 'waiting' check (state in ('waiting', 'running', 'done', 'dead')),
  -- Attempts that were begun.
  attempts ${whole} not null default 0,
  due_at ${whole} not null,
  -- Of the attempt that runs, and the process start that makes it.
  claim ${text},
  holder ${text},
  progress ${text},
  result ${text},
  -- What the last attempt failed of.
  error ${text},
  created_at ${whole} not null,
  ended_at ${whole},
  unique (queue, dedupe_key)
)${strict};
create index queue_items_by_state on queue_items (queue, state, due_at, id);
create index queue_items_ended on queue_items (ended_at) where ended_at is not null;
`,
  },
  {
    name: 'prices with cards, and rows that explain themselves',
    ids: { sqlite: 10, postgres: misreadMigrations.cards },
    worksFrom: 7,
    sql: ({ text, whole, keyed, own }) => `
alter table calls add column multiplier_ppm ${whole};
alter table calls add column priced ${text};
alter table calls add column trail ${text};
alter table model_prices add column card ${text} not null default '{}';
alter table price_overrides add column card ${text} not null default '{}';
-- Beside usage_hours: what calls used that has a name of its own.
create table usage_hour_quantities (
  hour_start ${whole} not null, account_id ${text} not null, key_id ${text} not null, model ${text} not null default '',
  sub_account_id ${text} not null default '', node ${text} not null, name ${text} not null, amount ${whole} not null, day ${whole} not null,
  primary key (hour_start, account_id, key_id, model, sub_account_id, node, name)
)${keyed};
${own({ sqlite: '', postgres: 'alter table nodes add column schema bigint;' })}
${own(appendOnlyPrices)}
`,
  },
  {
    name: 'hosts of files that answers name',
    ids: { sqlite: 11, postgres: 11 },
    worksFrom: 7,
    sql: ({ text }) => `alter table providers add column media_hosts ${text} not null default '[]'`,
  },
  {
    name: 'addresses of single protocols, and settings of routes',
    ids: { sqlite: 12, postgres: misreadMigrations.addresses },
    worksFrom: 7,
    sql: ({ text }) => `
alter table provider_routes add column addresses ${text} not null default '{}';
alter table provider_routes add column settings ${text} not null default '{}';
`,
  },
  {
    name: 'several keys per route',
    ids: { sqlite: 13, postgres: misreadMigrations.keys },
    worksFrom: 7,
    // The route's key is sealed for the route's ID, so that ID becomes the ID of the key. The route's columns stay for programs that read
    // them; the next version but one may drop them.
    sql: ({ text, bytes, whole, strict }) => `
create table route_keys (
  id ${text} primary key, route_id ${text} not null references provider_routes(id) on delete cascade,
  sealed_api_key ${bytes}, hint ${text}, weight ${whole} not null default 1, limits ${text} not null default '{}',
  enabled ${whole} not null default 1, position ${whole} not null
)${strict};
create index route_keys_by_route on route_keys (route_id, position);
insert into route_keys (id, route_id, sealed_api_key, hint, position)
  select id, id, sealed_api_key, api_key_hint, 0 from provider_routes;
`,
  },
  {
    name: 'tasks',
    ids: { sqlite: 14, postgres: 14 },
    // An older node voids the tasks of a dead node like all open calls. The nodes that continue them notice this.
    worksFrom: 7,
    sql: tasksSchema,
  },
  {
    name: 'stored files',
    ids: { sqlite: 15, postgres: 15 },
    worksFrom: 7,
    sql: objectsSchema,
  },
  {
    name: 'calls that stay in the country',
    ids: { sqlite: 16, postgres: misreadMigrations.domestic },
    worksFrom: 7,
    sql: ({ whole }) => `
alter table accounts add column domestic_only ${whole} not null default 0;
alter table keys add column domestic_only ${whole} not null default 0;
`,
  },
  {
    name: 'other names of models',
    ids: { sqlite: 17, postgres: 17 },
    // An older node cannot find a model by its aliases, and leaves them unchanged.
    worksFrom: 7,
    sql: ({ text }) => `alter table models add column aliases ${text} not null default '[]'`,
  },
] as const satisfies readonly SchemaChange[];

export type MigrationName = (typeof gatewayMigrations)[number]['name'];
