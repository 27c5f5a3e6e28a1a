import type { AuditReportAnswer, AuditStep } from '@tollgate/contract/ledger/book-audits';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** One audit of the books: who began it, its progress, its findings. */
export interface BookAudit {
  readonly id: string;
  readonly state: 'running' | 'done' | 'broken';
  readonly of: 'recent' | 'all';
  /** An operator, or `job`. */
  readonly startedBy: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly step: AuditStep;
  readonly rows: number;
  readonly ok: boolean | null;
  /** In nano-CNY, as a decimal string. */
  readonly differenceNano: string | null;
  readonly findingsCount: number | null;
  /** `null` in lists, and while there is none. */
  readonly report: AuditReportAnswer | null;
}

export interface BookAuditsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** Findings of the audits of the last 90 days. One full audit begun by an operator runs at a time. */
export interface BookAuditsStore {
  /** `false`: one is running. */
  begin(audit: BookAudit, entry: AuditEntry): Promise<boolean>;
  /** Newest first, without reports. */
  list(page: BookAuditsPage): Promise<readonly BookAudit[]>;
  find(id: string): Promise<BookAudit | null>;
}
