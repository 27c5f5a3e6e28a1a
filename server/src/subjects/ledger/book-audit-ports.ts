import type { AuditReportAnswer, AuditStep } from '@tollgate/contract/ledger/book-audits';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** An audit of the books: who started it, its progress, its findings. */
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
  /** `null` in lists, and until there is a report. */
  readonly report: AuditReportAnswer | null;
}

export interface BookAuditsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** Audits of the last 90 days with their findings. Only one full audit started by an operator can run at a time. */
export interface BookAuditsStore {
  /** `false`: another audit is running. */
  begin(audit: BookAudit, entry: AuditEntry): Promise<boolean>;
  /** Newest first, without reports. */
  list(page: BookAuditsPage): Promise<readonly BookAudit[]>;
  find(id: string): Promise<BookAudit | null>;
}
