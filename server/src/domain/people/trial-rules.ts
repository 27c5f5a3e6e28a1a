import type { SignUpPlace } from './sign-up-marks.ts';
import type { TrialMarks } from './trial-claim.ts';

/** The rules for granting trial credits. */
export interface TrialRules {
  readonly marksOf: (place: SignUpPlace) => TrialMarks;
  /** The maximum for the whole installation, unless an operator has set another number. */
  readonly perDayMax: number;
}
