import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { PlanRecord } from '../../../domain/tenants/tenant-records.ts';

export interface PlansStore {
  list(): Promise<readonly PlanRecord[]>;
  find(id: string): Promise<PlanRecord | null>;
  /** Creates or replaces a plan. */
  put(record: PlanRecord, audit: AuditEntry): Promise<void>;
  /** Number of accounts per plan; omits plans without accounts. */
  accounts(): Promise<ReadonlyMap<string, number>>;
  /** Requires that no account is on the plan. */
  remove(id: string, audit: AuditEntry): Promise<void>;
}
