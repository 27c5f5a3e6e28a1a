import type { SchemaDialect } from '../schema-dialect.ts';

/** Counts of the changes by a person and by the members of an account, in the current minute and day; see `change-counts.ts`. */
export function changeCountsSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
create table change_counts (
  subject ${text} not null, span_ms ${whole} not null, started_at ${whole} not null, changes ${whole} not null,
  primary key (subject, span_ms)
)${keyed};
`;
}
