import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Upstream selection of an account, and the account that a private upstream belongs to. */
export function isolationSchema({ text }: SchemaDialect): string {
  return `
alter table accounts add column isolation ${text} not null default 'shared';
alter table providers add column account_id ${text};
`;
}
