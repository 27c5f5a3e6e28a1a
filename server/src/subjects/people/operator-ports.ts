import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { OperatorRecord } from '../../domain/people/person.ts';

/** Operators of the service. */
export interface OperatorsStore {
  find(userId: string): Promise<OperatorRecord | null>;
  /** Oldest first. */
  list(): Promise<readonly OperatorRecord[]>;
  /** Adds an operator or changes their role. */
  put(operator: OperatorRecord, audit: AuditEntry): Promise<void>;
  remove(userId: string, audit: AuditEntry): Promise<void>;
}
