import { misreadMigrations } from '../../storage/steps/gateway-migrations.ts';
import type { SchemaChange } from '../../storage/schema-change.ts';
import { dayTimesSchema, routeCostsSchema } from '../../subjects/news/status/status-schema.ts';

/** Changes of providers, routes and what they cost, which follow those of schema-changes.ts. */
export const supplyChanges: readonly SchemaChange[] = [
  {
    name: 'several chat protocols of a provider',
    ids: { sqlite: 58, postgres: misreadMigrations.dialects },
    worksFrom: 7,
    // All protocols except the first, which stays in `dialect`. A program that knows only one reads and changes that one, so the two
    // columns never disagree.
    sql: ({ text }) => `alter table providers add column further_chat_dialects ${text} not null default '[]'`,
  },
  {
    name: 'maintenance of providers and routes',
    ids: { sqlite: 59, postgres: misreadMigrations.maintenance },
    worksFrom: 7,
    // The flag of a route is stored in its `settings`.
    sql: ({ small }) => `alter table providers add column maintenance ${small} not null default 0`,
  },
  {
    name: 'choice of routes by key',
    ids: { sqlite: 60, postgres: 60 },
    worksFrom: 7,
    sql: ({ text }) => `alter table keys add column routing ${text}; alter table keys add column preferred_route ${text};`,
  },
  {
    name: 'cost of routes',
    ids: { sqlite: 61, postgres: 61 },
    worksFrom: 7,
    sql: routeCostsSchema,
  },
  {
    name: 'times to the first token by day',
    ids: { sqlite: 62, postgres: 62 },
    worksFrom: 7,
    sql: dayTimesSchema,
  },
  {
    name: 'own upstreams of calls',
    ids: { sqlite: 63, postgres: 63 },
    worksFrom: 7,
    sql: ({ small }) => `alter table calls add column own_upstreams ${small}`,
  },
];
