import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { PlanRecord } from '../../../domain/tenants/tenant-records.ts';

export interface PlansStore {
  list(): Promise<readonly PlanRecord[]>;
  find(id: string): Promise<PlanRecord | null>;
  /** Creates or replaces. */
  put(record: PlanRecord, audit: AuditEntry): Promise<void>;
  /** How many accounts are on each plan; one without any is left out. */
  accounts(): Promise<ReadonlyMap<string, number>>;
  /** No account may be on it. */
  remove(id: string, audit: AuditEntry): Promise<void>;
}
