import type { NanoCny } from '@tollgate/contract/money';
import type { Balance, CreditTotals } from './ledger.ts';

/** The paid money of an account, and the used part of it. */
export interface PaidMoney {
  /** Paid money, less payouts and deductions by adjustments. Never below zero. */
  readonly base: NanoCny;
  /** The part of `base` that calls have used up; only this may be invoiced. */
  readonly consumed: NanoCny;
}

/** Credits of an account and its use in closed hours, as of one moment. */
export interface ClosedMoney {
  readonly totals: CreditTotals;
  readonly closedUse: NanoCny;
}

type LiveMoney = Pick<Balance, 'used' | 'reserved' | 'available'>;

/** Adjustments deduct from gifts first, and beyond them from paid money. */
function paidBase({ credits, trialCredits, paidCredits }: CreditTotals): NanoCny {
  const gifts = credits - trialCredits - paidCredits;
  const base = gifts < 0n ? paidCredits + gifts : paidCredits;
  return base > 0n ? base : 0n;
}

/**
 * Trial money is spent first, then paid money, gifts last. Later events never lower the consumed amount, as long as payouts respect {@link
 * payableOut} and adjustments respect {@link deductsSpentMoney}.
 */
export function paidMoneyOf(totals: CreditTotals, used: NanoCny): PaidMoney {
  const base = paidBase(totals);
  const beyondTrial = used - totals.trialCredits;
  if (beyondTrial <= 0n) return { base, consumed: 0n };
  return { base, consumed: beyondTrial < base ? beyondTrial : base };
}

/** The maximum payout: paid money that is neither used nor reserved for running calls. */
export function payableOut(totals: CreditTotals, { used, reserved, available }: LiveMoney): NanoCny {
  const { base, consumed } = paidMoneyOf(totals, used + reserved);
  const most = base - consumed < available ? base - consumed : available;
  return most > 0n ? most : 0n;
}

/** Whether an adjustment would deduct paid money that calls have used up, which may be on an invoice. */
export function deductsSpentMoney(totals: CreditTotals, used: NanoCny, adjustment: NanoCny): boolean {
  const after = { ...totals, credits: totals.credits + adjustment };
  return paidMoneyOf(after, used).consumed < paidMoneyOf(totals, used).consumed;
}
