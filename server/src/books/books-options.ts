import { nanoPerCny } from '@tollgate/contract/money';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Engine } from '../storage/engine.ts';

export interface BooksLimits {
  /** Entries held in memory before paid calls are refused. */
  readonly recordsMax: number;
  readonly groupMax: number;
  /** How long a record waits for others when nothing is being committed. */
  readonly lingerMs: number;
  /** A commit that takes longer is an outage. */
  readonly stuckAfterMs: number;
  /** How long commits may take before paid calls are refused; until then their records go to the spill file. */
  readonly refuseAfterMs: number;
  /** The same after a failed commit. A full or broken disk leaves the spill file to the running calls. */
  readonly refuseAfterFaultMs: number;
  /** Bounds on finished calls in neither the database nor the spill file, which a killed process loses. */
  readonly exposed: {
    readonly callsMax: number;
    readonly chargeMax: bigint;
    /** Records that have waited for less than this are on their usual way and do not count. */
    readonly usualMs: number;
    /** Counts once the database has failed; until then `stuckAfterMs` is the bound. */
    readonly ageMsMax: number;
  };
  readonly probeEveryMs: number;
  /** Set aside on disk at the start. */
  readonly spillBytes: number;
  /** Part of the spill file that rows of refused, free requests may fill; the rest is kept for calls that went upstream. */
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

/** With a database server: it restarts now and then, and calls continue while their records are safe on this machine's disk. */
export const databaseServerLimits: Partial<BooksLimits> = { refuseAfterFaultMs: 12_000 };

export interface BooksOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process start; names the rows of `usage_hours` that are its own. */
  readonly incarnation: string;
  readonly spillPath: string;
  /** `false` while this process may be unable to commit calls that it would admit: a node cut off from the others. */
  readonly mayAccept?: () => boolean;
  readonly limits?: Partial<BooksLimits>;
}

export interface BooksStats {
  readonly state: 'starting' | 'normal' | 'outage' | 'recovering' | 'stopped';
  /** Entries in memory. */
  readonly queued: number;
  readonly committedGroups: number;
  readonly committedCalls: number;
  /** Calls that lost against an earlier row of their id. */
  readonly duplicates: number;
  readonly quarantined: number;
  /** Refused, free requests left out because an outage outlasted the space for them. */
  readonly dropped: number;
  readonly spillBytesUsed: number;
}
