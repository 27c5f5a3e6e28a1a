import { nanoPerCny, type NanoCny } from '../money.ts';

/**
 * Tolerance for calls that end in a broken connection. Each limit is the larger of an amount and a share of the charges in the same period.
 * A key above its limit is slowed down; an account above its limit is refused.
 */
export interface BrokenConnectionRules {
  /** For a key, over 24 hours. */
  readonly keyAmount: NanoCny;
  readonly keyPercent: number;
  /** For an account, over 24 hours; the last percentage applies over 30 days. */
  readonly accountAmount: NanoCny;
  readonly accountPercent: number;
  readonly accountMonthPercent: number;
}

/** Used if a plan sets no limits. */
export const brokenConnectionDefaults: BrokenConnectionRules = {
  keyAmount: nanoPerCny,
  keyPercent: 20,
  accountAmount: 10n * nanoPerCny,
  accountPercent: 30,
  accountMonthPercent: 10,
};
