/** When failing calls are an alarm. */
export interface ErrorBounds {
  /** Share of the counted calls, in percent; 0: never. */
  readonly percent: number;
  /** Fewer in the window say nothing. */
  readonly callsMin: number;
}

/** Calls that ended within the window: served, and failed by our fault or an upstream's. */
export interface ErrorTally {
  readonly good: number;
  readonly bad: number;
}

/** Length of the window that is looked at. */
export const errorWindowMs = 5 * 60_000;
/** After this long without any failure an episode is over, even if too few have called to show that all is well. */
const quietMs = 60 * 60_000;

function isBelowHalf({ good, bad }: ErrorTally, { percent }: ErrorBounds): boolean {
  return bad * 200 < percent * (good + bad);
}

/** Whether this number of failures is an alarm. */
export function areTooMany(tally: ErrorTally, { percent, callsMin }: ErrorBounds): boolean {
  const calls = tally.good + tally.bad;
  return percent > 0 && tally.bad > 0 && calls >= callsMin && tally.bad * 100 >= percent * calls;
}

/**
 * Whether an episode is over: the rate is well below the bound that began it, so that a value at the bound does not alarm repeatedly, or there
 * was no failure for an hour. Silence alone is no recovery: clients that get errors stop calling.
 * @param lastBadMs when a window last had a failure.
 */
export function isOver(tally: ErrorTally, bounds: ErrorBounds, { lastBadMs, nowMs }: EpisodeTimes): boolean {
  const calls = tally.good + tally.bad;
  const isSeen = calls >= Math.max(1, Math.ceil(bounds.callsMin / 4));
  return (isSeen && isBelowHalf(tally, bounds)) || (tally.bad === 0 && nowMs - lastBadMs >= quietMs);
}

export interface EpisodeTimes {
  readonly lastBadMs: number;
  readonly nowMs: number;
}
