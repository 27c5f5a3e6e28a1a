export interface BooksLimits {
  /** Entries held in memory before paid calls are refused. */
  readonly recordsMax: number;
  readonly groupMax: number;
  /** How long a record waits for others when nothing is being committed. */
  readonly lingerMs: number;
  /** A commit that takes longer is an outage. */
  readonly stuckAfterMs: number;
  readonly probeEveryMs: number;
  /** Set aside on disk at the start. */
  readonly spillBytes: number;
  /** Part of the spill file that rows of refused, free requests may fill; the rest is kept for calls that went upstream. */
  readonly spillShareOfRefusals: number;
}

export const defaultBooksLimits: BooksLimits = {
  recordsMax: 20_000,
  groupMax: 500,
  lingerMs: 2,
  stuckAfterMs: 1000,
  probeEveryMs: 1000,
  spillBytes: 16 * 1024 * 1024,
  spillShareOfRefusals: 0.5,
};
