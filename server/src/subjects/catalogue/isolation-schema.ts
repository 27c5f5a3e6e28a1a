import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Whose upstreams serve an account, and which account an upstream serves alone. */
export function isolationSchema({ text }: SchemaDialect): string {
  return `
alter table accounts add column isolation ${text} not null default 'shared';
alter table providers add column account_id ${text};
`;
}
