import type { NanoCny } from '../money.ts';

/** Parts of a cap, in percent, at which people are notified; at the last one the key, or every key of the sub-account, pauses. */
export const capLevels = [80, 90, 100] as const;
export type CapLevel = (typeof capLevels)[number];

/** Windows in which a key or a sub-account can have a cap: its calendar day and month. */
export type CapScope = 'key_day' | 'key_month' | 'sub_account_day' | 'sub_account_month';

/** A level of a cap reached by settled spending; reported once per window, level and arming. */
export interface ReachedLevel {
  readonly window: string;
  readonly scope: CapScope;
  readonly level: CapLevel;
  readonly arming: number;
  readonly limit: NanoCny;
  readonly used: NanoCny;
}
