import type { NanoCny } from '../money.ts';

/** Percentages of a cap at which people are notified. At the last one, the key or every key of the sub-account pauses. */
export const capLevels = [80, 90, 100] as const;
export type CapLevel = (typeof capLevels)[number];

/** Periods in which a key or a sub-account can have a cap: its calendar day and month. */
export type CapScope = 'key_day' | 'key_month' | 'sub_account_day' | 'sub_account_month';

/** A cap level that settled spending has reached. It is reported once per window, level and `arming`. */
export interface ReachedLevel {
  readonly window: string;
  readonly scope: CapScope;
  readonly level: CapLevel;
  readonly arming: number;
  readonly limit: NanoCny;
  readonly used: NanoCny;
}
