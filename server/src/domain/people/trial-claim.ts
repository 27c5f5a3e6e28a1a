import type { TrialHoldReason, TrialState } from '@tollgate/contract/enumerations';

/** Marks that show that claims come from the same person. Each identifies equal values and reveals nothing else. */
export interface TrialMarks {
  readonly mailbox: string;
  readonly network: string;
  readonly browser: string;
}

/** The result of the trial credit of an account opened by a sign-up. */
export interface TrialClaim extends TrialMarks {
  readonly accountId: string;
  readonly state: TrialState;
  /** Why it is held, or was held before it was granted. */
  readonly reason: TrialHoldReason | null;
  /** YYYYMMDD. */
  readonly day: number;
  readonly claimedAtMs: number;
  readonly grantedAtMs: number | null;
}

/** Numbers of trial credits given so far. */
export interface TrialTally {
  readonly ofMailbox: number;
  /** Number given to the network on the same day. */
  readonly ofNetwork: number;
  readonly ofBrowser: number;
  readonly ofDay: number;
}

const perNetworkAndDay = 3;
const perBrowser = 2;

/** Why the next trial credit is held for an operator's decision; `null` if it is given at once. */
export function holdReason(tally: TrialTally, perDayMax: number): TrialHoldReason | null {
  if (tally.ofMailbox > 0) return 'mailbox';
  if (tally.ofNetwork >= perNetworkAndDay) return 'network';
  if (tally.ofBrowser >= perBrowser) return 'browser';
  return tally.ofDay >= perDayMax ? 'day' : null;
}
