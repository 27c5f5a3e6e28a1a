import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** The upstreams of an account, and the account to which an upstream is private. */
export function isolationSchema({ text }: SchemaDialect): string {
  return `
alter table accounts add column isolation ${text} not null default 'shared';
alter table providers add column account_id ${text};
`;
}
