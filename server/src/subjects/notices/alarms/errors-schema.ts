import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Ongoing episodes of failing calls, and responses of webhook servers. */
export function errorsSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
-- From the alarm about failing calls until the one that says that all is well again.
create table error_episodes (
  what ${text} not null check (what in ('model', 'route')), name ${text} not null,
  since ${whole} not null, last_bad ${whole} not null,
  primary key (what, name)
)${keyed};
-- Of the last answer. Null: there was none.
alter table webhook_deliveries add column status ${whole};
`;
}
