/** Thresholds from which failing calls raise an alarm. */
export interface ErrorBounds {
  /** Failed share of the counted calls, in percent; 0 disables the alarm. */
  readonly percent: number;
  /** Minimum number of calls in the window; fewer raise no alarm. */
  readonly callsMin: number;
}

/** Calls that ended within the window: served ones, and failures caused by us or an upstream. */
export interface ErrorTally {
  readonly good: number;
  readonly bad: number;
}

/** Length of the window in which calls are counted. */
export const errorWindowMs = 5 * 60_000;
/** Time without failures after which an episode is over, even with too few calls to prove recovery. */
const quietMs = 60 * 60_000;

function isBelowHalf({ good, bad }: ErrorTally, { percent }: ErrorBounds): boolean {
  return bad * 200 < percent * (good + bad);
}

/** Whether the failures of a window raise an alarm. */
export function areTooMany(tally: ErrorTally, { percent, callsMin }: ErrorBounds): boolean {
  const calls = tally.good + tally.bad;
  return percent > 0 && tally.bad > 0 && calls >= callsMin && tally.bad * 100 >= percent * calls;
}

/**
 * Whether an episode is over, which is the case after an hour without failures. It is also over if enough calls were seen and their error
 * rate is below half the alarm threshold, so that a rate near the threshold does not raise repeated alarms. A lack of calls is not a
 * recovery: clients that get errors stop calling.
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
