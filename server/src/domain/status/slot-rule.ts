/** Length of the periods in which availability is judged. */
export const slotMs = 300_000;

/** A slot says something about the service if it has enough accounts or enough calls. */
const accountsMin = 3;
const callsMin = 20;
/** Below this, something is broken and not merely slow. */
const downBelowPpm = 500_000;

/** Calls of one account to one model in a slot. Calls refused through the caller's own fault count as neither. */
export interface AccountTally {
  readonly good: number;
  readonly bad: number;
}

export interface SlotVerdict {
  readonly good: number;
  readonly bad: number;
  readonly accounts: number;
  /** The mean over accounts, in parts per million; `null` if there were too few calls. */
  readonly availabilityPpm: number | null;
  /** Broken for more than one account. */
  readonly isDown: boolean;
}

/**
 * Judges a slot fairly: each account has the same weight, regardless of its number of calls, so that one account's retries cannot decide
 * for all. No single account turns the page red.
 * @param tallies one per account.
 */
export function judgeSlot(tallies: readonly AccountTally[]): SlotVerdict {
  const seen = tallies.filter(({ good, bad }) => good + bad > 0);
  const good = seen.reduce((sum, tally) => sum + tally.good, 0);
  const bad = seen.reduce((sum, tally) => sum + tally.bad, 0);
  const accounts = seen.length;
  if (isTooQuiet({ good, bad, accounts })) return { good, bad, accounts, availabilityPpm: null, isDown: false };
  const share = seen.reduce((sum, tally) => sum + tally.good / (tally.good + tally.bad), 0) / accounts;
  const availabilityPpm = Math.floor(share * 1_000_000);
  const failing = seen.filter((tally) => tally.bad > tally.good).length;
  return { good, bad, accounts, availabilityPpm, isDown: availabilityPpm < downBelowPpm && failing > 1 };
}

/** Our own calls to a model in a slot. */
export interface ProbeTally {
  readonly good: number;
  /** Calls that failed twice in a row. */
  readonly bad: number;
}

/** If a slot has too few calls, our own calls judge it, if there were any. Customers' calls take precedence. */
export function judgeByProbes(verdict: SlotVerdict, { good, bad }: ProbeTally): SlotVerdict {
  if (verdict.availabilityPpm !== null || good + bad === 0) return verdict;
  return { ...verdict, availabilityPpm: Math.floor((good * 1_000_000) / (good + bad)), isDown: good === 0 };
}

/** Whether a slot has so few calls that only our own calls show the model's state. */
export function isTooQuiet({ good, bad, accounts }: Pick<SlotVerdict, 'good' | 'bad' | 'accounts'>): boolean {
  return accounts < accountsMin && good + bad < callsMin;
}

/** `unknown`: no calls, or too few. */
export type AvailabilityLevel = 'good' | 'degraded' | 'down' | 'unknown';

const degradedBelowPpm = 950_000;

/** The state of a model in its latest slot. */
export function levelOfSlot({ availabilityPpm, isDown }: Pick<SlotVerdict, 'availabilityPpm' | 'isDown'>): AvailabilityLevel {
  if (availabilityPpm === null) return 'unknown';
  if (isDown) return 'down';
  return availabilityPpm < degradedBelowPpm ? 'degraded' : 'good';
}

/** The slots of a day, or of several. */
export interface SlotSums {
  /** Number of slots with enough calls. */
  readonly slots: number;
  readonly availabilitySum: number;
  readonly downSlots: number;
}

const dayDownBelowPpm = 980_000;
const dayDegradedBelowPpm = 995_000;

/** The mean of the slots with enough calls, in parts per million; `null` if there are none, rather than 100 percent. */
export function availabilityOf({ slots, availabilitySum }: Pick<SlotSums, 'slots' | 'availabilitySum'>): number | null {
  return slots === 0 ? null : Math.floor(availabilitySum / slots);
}

/** The level of a day, which sets its colour. */
export function levelOfDay(day: SlotSums): AvailabilityLevel {
  const ppm = availabilityOf(day);
  if (ppm === null) return 'unknown';
  if (day.downSlots > 0 && ppm < dayDownBelowPpm) return 'down';
  return ppm < dayDegradedBelowPpm ? 'degraded' : 'good';
}
