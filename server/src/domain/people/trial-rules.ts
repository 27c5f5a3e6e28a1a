import type { SignUpPlace } from './sign-up-marks.ts';
import type { TrialMarks } from './trial-claim.ts';

/** What trial credits are given by. */
export interface TrialRules {
  readonly marksOf: (place: SignUpPlace) => TrialMarks;
  /** Of the whole installation, where the operator has not set another number. */
  readonly perDayMax: number;
}
