import { nanoPerCny, type NanoCny } from '../money.ts';

/**
 * How much may be taken by breaking connections: each limit is the larger of an amount and a share of the charges in the same period. A key
 * above its limit is slowed down, an account above one of its limits is refused.
 */
export interface BrokenConnectionRules {
  /** For a key, over 24 hours. */
  readonly keyAmount: NanoCny;
  readonly keyPercent: number;
  /** For an account, over 24 hours and over 30 days. */
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
