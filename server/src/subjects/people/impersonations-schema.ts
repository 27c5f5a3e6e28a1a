import type { Whole } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Operators who view an account as its members do. */
export function impersonationsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table impersonations (
  user_id ${text} primary key,
  account_id ${text} not null references accounts (id),
  started_at ${whole} not null, "until" ${whole} not null
)${strict};
`;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    impersonations: {
      user_id: string;
      account_id: string;
      started_at: Whole;
      until: Whole;
    };
  }
}
