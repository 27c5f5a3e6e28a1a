import type { Page } from './page-ports.ts';
import type { AuditEntry } from '../domain/books/audit-entry.ts';

export interface AuditLogRow extends AuditEntry {
  readonly seq: bigint;
}

export interface AuditLogFilter {
  readonly objectKind?: string | undefined;
  readonly objectId?: string | undefined;
  /** Entries of the account, its keys and its sub-accounts. */
  readonly accountId?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface AuditLogStore {
  /** Newest first. */
  list(filter: AuditLogFilter, page: Page<bigint>): Promise<readonly AuditLogRow[]>;
}
