import type { SchemaDialect } from './schema-dialect.ts';

/** How many changes a person made, and the people of an account, in the minute and the day that began last; see `change-counts.ts`. */
export function changeCountsSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
create table change_counts (
  subject ${text} not null, span_ms ${whole} not null, started_at ${whole} not null, changes ${whole} not null,
  primary key (subject, span_ms)
)${keyed};
`;
}
