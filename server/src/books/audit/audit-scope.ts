import type { Engine, Snapshot } from '../../storage/engine.ts';
import type { AuditSheet } from './finding.ts';

/** The shared inputs of every check. */
export interface AuditScope {
  readonly engine: Engine;
  readonly snapshot: Snapshot;
  readonly sheet: AuditSheet;
  readonly incarnation: string | null;
  readonly sinceMs: number | null;
  /** Hours before are closed into the ledger. */
  readonly closedBefore: bigint;
  /** Log rows of days up to this one are replaced by their frozen sums. */
  readonly frozenThrough: bigint;
  /** Usage without an owner that was already reported, so that it is reported once. */
  readonly orphans: Set<string>;
}
