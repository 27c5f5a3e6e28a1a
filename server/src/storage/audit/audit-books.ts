import type { Engine } from '../engine.ts';
import { readProgress } from '../job-progress.ts';
import type { AuditScope } from './audit-scope.ts';
import { checkLedger } from './check-ledger.ts';
import { checkRecords } from './check-records.ts';
import { checkUsage } from './check-usage.ts';
import { AuditSheet } from './finding.ts';
import type { AuditReport } from './finding.ts';

export interface AuditOptions {
  /** The running process; `null` leaves out the check for calls that a dead process left open. */
  readonly incarnation: string | null;
  /** Only hours from here on are added up again; everything when absent. */
  readonly sinceMs?: number;
}

/**
 * Recomputes the books from nothing, over one moment of the database and without holding up anybody: every sum to the
 * nano, every running total, every link of the audit log. Needs the memory of about a day's sums, however long the log.
 */
export async function auditBooks(engine: Engine, options: AuditOptions): Promise<AuditReport> {
  const sheet = new AuditSheet();
  const sinceMs = options.sinceMs === undefined ? null : Math.max(0, Math.floor(options.sinceMs));
  return await engine.snapshot(async (snapshot) => {
    const scope: AuditScope = {
      engine,
      snapshot,
      sheet,
      incarnation: options.incarnation,
      sinceMs,
      closedBefore: (await readProgress(engine, 'usage_closed_before_ms', snapshot)) ?? 0n,
      frozenThrough: (await readProgress(engine, 'calls_frozen_through_day', snapshot)) ?? 0n,
      keys: new Map(),
    };
    await checkUsage(scope);
    await checkLedger(scope);
    await checkRecords(scope);
    return sheet.report();
  });
}
