import type { AuditStep } from '@tollgate/contract/ledger/book-audits';
import type { TextOrNull, Whole, WholeOrNull } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Audits of the books, with the person who started each and the findings. */
export function bookAuditsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table book_audits (
  id ${text} primary key,
  state ${text} not null, scope ${text} not null, started_by ${text} not null,
  started_at ${whole} not null,
  -- When whoever runs it was last heard of.
  touched_at ${whole} not null,
  ended_at ${whole},
  step ${text} not null, examined ${whole} not null,
  ok ${whole}, difference ${text}, findings ${whole}, report ${text}
)${strict};
create unique index book_audits_running on book_audits (scope) where state = 'running';
create index book_audits_by_time on book_audits (started_at, id);
`;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    book_audits: {
      id: string;
      state: 'running' | 'done' | 'broken';
      scope: 'recent' | 'all';
      started_by: string;
      started_at: Whole;
      touched_at: Whole;
      ended_at: WholeOrNull;
      step: AuditStep;
      examined: Whole;
      ok: WholeOrNull;
      difference: TextOrNull;
      findings: WholeOrNull;
      report: TextOrNull;
    };
  }
}
