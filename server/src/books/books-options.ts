import { nanoPerCny } from '@tollgate/contract/money';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Engine } from '../storage/engine.ts';

export interface BooksLimits {
  /** Entries held in memory before paid calls are refused. */
  readonly recordsMax: number;
  readonly groupMax: number;
  /** How long a record waits for others while no commit is running. */
  readonly lingerMs: number;
  /** A commit that takes longer counts as an outage. */
  readonly stuckAfterMs: number;
  /** How long commits may take before paid calls are refused. Until then their records go to the spill file. */
  readonly refuseAfterMs: number;
  /** The same after a failed commit. With a full or broken disk, the spill file is reserved for running calls. */
  readonly refuseAfterFaultMs: number;
  /** Bounds on finished calls that are in neither the database nor the spill file. A process that is killed loses these. */
  readonly exposed: {
    readonly callsMax: number;
    readonly chargeMax: bigint;
    /** Records that have waited for less than this are normal and do not count. */
    readonly usualMs: number;
    /** Applies once the database has failed; until then `stuckAfterMs` is the bound. */
    readonly ageMsMax: number;
  };
  readonly probeEveryMs: number;
  /** Allocated on disk at start. */
  readonly spillBytes: number;
  /** The share of the spill file that rows of refused, free requests may fill. The rest is reserved for calls that went upstream. */
  readonly spillShareOfRefusals: number;
}

export const defaultBooksLimits: BooksLimits = {
  recordsMax: 20_000,
  groupMax: 500,
  lingerMs: 15,
  stuckAfterMs: 1000,
  refuseAfterMs: 12_000,
  refuseAfterFaultMs: 0,
  exposed: { callsMax: 5_000, chargeMax: 200n * nanoPerCny, usualMs: 250, ageMsMax: 5_000 },
  probeEveryMs: 1000,
  spillBytes: 16 * 1024 * 1024,
  spillShareOfRefusals: 0.5,
};

/** Used with a database server: servers restart now and then, and calls continue while their records are safe on this machine's disk. */
export const databaseServerLimits: Partial<BooksLimits> = { refuseAfterFaultMs: 12_000 };

export interface BooksOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process start. Identifies the rows of `usage_hours` that it wrote. */
  readonly incarnation: string;
  readonly spillPath: string;
  /** `false` while this process may be unable to commit the calls it admits, such as a node cut off from the others. */
  readonly mayAccept?: () => boolean;
  readonly limits?: Partial<BooksLimits>;
}

export interface BooksStats {
  readonly state: 'starting' | 'normal' | 'outage' | 'recovering' | 'stopped';
  /** Entries waiting in memory. */
  readonly queued: number;
  readonly committedGroups: number;
  readonly committedCalls: number;
  /** Calls dropped because a row with their ID already existed. */
  readonly duplicates: number;
  readonly quarantined: number;
  /** Refused, free requests that were dropped because an outage filled the space for them. */
  readonly dropped: number;
  readonly spillBytesUsed: number;
}
