import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** An operator who views an account as its members do, without changing anything. */
export interface Impersonation {
  readonly userId: string;
  readonly accountId: string;
  readonly startedAtMs: number;
  readonly untilMs: number;
}

export interface ImpersonationsStore {
  find(userId: string): Promise<Impersonation | null>;
  /** Replaces an earlier one of the same operator. */
  start(impersonation: Impersonation, audit: AuditEntry): Promise<void>;
  end(userId: string, audit: AuditEntry): Promise<void>;
}
