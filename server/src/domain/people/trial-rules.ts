import type { SignUpPlace } from './sign-up-marks.ts';
import type { TrialMarks } from './trial-claim.ts';

/** The rules for granting trial credits. */
export interface TrialRules {
  readonly marksOf: (place: SignUpPlace) => TrialMarks;
  /** For the whole installation, if the operator has not set another number. */
  readonly perDayMax: number;
}
