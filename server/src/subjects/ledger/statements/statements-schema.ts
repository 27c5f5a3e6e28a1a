import type { StatementPart } from '../../../domain/books/month-statement.ts';
import type { Whole } from '../../../storage/column-types.ts';
import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

const tables = ['statements', 'statement_lines'] as const;

/** Triggers that forbid changing or deleting statements. */
const stay = {
  sqlite: tables
    .flatMap((table) =>
      (['update', 'delete'] as const).map(
        (change) => `create trigger ${table}_not_${change}d before ${change} on ${table} begin
  select raise(abort, 'a statement is never changed');
end;`,
      ),
    )
    .join('\n'),
  postgres: `create function statements_stay() returns trigger language plpgsql as
  $$ begin raise exception 'a statement is never changed'; end $$;
${tables.map((table) => `create trigger ${table}_stay before update or delete or truncate on ${table} execute function statements_stay();`).join('\n')}`,
};

/** Monthly account figures as of the close of the last hour; only months with activity. */
export function statementsSchema({ text, whole, keyed, own }: SchemaDialect): string {
  return `
create table statements (
  account_id ${text} not null,
  -- YYYYMM in the time zone of the service, and where it began and ended.
  month ${whole} not null, starts_at ${whole} not null, ends_at ${whole} not null,
  opening ${whole} not null, credits ${whole} not null, used ${whole} not null, closing ${whole} not null,
  frozen_at ${whole} not null,
  primary key (account_id, month)
)${keyed};
create index statements_by_time on statements (frozen_at);
create table statement_lines (
  account_id ${text} not null, month ${whole} not null,
  part ${text} not null check (part in ('model', 'key', 'sub_account')), item ${text} not null,
  -- As it was called then.
  name ${text} not null,
  calls ${whole} not null, amount ${whole} not null,
  primary key (account_id, month, part, item)
)${keyed};
${own(stay)}
`;
}

export interface StatementsTable {
  account_id: string;
  month: Whole;
  starts_at: Whole;
  ends_at: Whole;
  opening: Whole;
  credits: Whole;
  used: Whole;
  closing: Whole;
  frozen_at: Whole;
}

export interface StatementLinesTable {
  account_id: string;
  month: Whole;
  part: StatementPart;
  item: string;
  name: string;
  calls: Whole;
  amount: Whole;
}

declare module '../../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    statements: StatementsTable;
    statement_lines: StatementLinesTable;
  }
}
