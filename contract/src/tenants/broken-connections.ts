import { nanoPerCny, type NanoCny } from '../money.ts';

/**
 * How much may be taken by breaking connections off: each bound is the larger of an amount and a share of what was charged
 * in the same time. A key above its bound is slowed down, an account above one of its bounds is refused.
 */
export interface BrokenConnectionRules {
  /** Of a key, over 24 hours. */
  readonly keyAmount: NanoCny;
  readonly keyPercent: number;
  /** Of an account, over 24 hours and over 30 days. */
  readonly accountAmount: NanoCny;
  readonly accountPercent: number;
  readonly accountMonthPercent: number;
}

/** In force if a plan sets nothing else. */
export const brokenConnectionDefaults: BrokenConnectionRules = {
  keyAmount: nanoPerCny,
  keyPercent: 20,
  accountAmount: 10n * nanoPerCny,
  accountPercent: 30,
  accountMonthPercent: 10,
};
