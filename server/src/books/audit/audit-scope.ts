import type { Engine, Snapshot } from '../../storage/engine.ts';
import type { AuditSheet } from './finding.ts';

/** The inputs that all checks share. */
export interface AuditScope {
  readonly engine: Engine;
  readonly snapshot: Snapshot;
  readonly sheet: AuditSheet;
  readonly incarnation: string | null;
  readonly sinceMs: number | null;
  /** Usage of earlier hours is closed into the ledger. */
  readonly closedBefore: bigint;
  /** Log rows of days up to and including this one are replaced by their frozen sums. */
  readonly frozenThrough: bigint;
  /** Usage without an owner that was already reported; each is reported once. */
  readonly orphans: Set<string>;
}
