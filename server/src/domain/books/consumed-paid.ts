import type { NanoCny } from '@tollgate/contract/money';
import type { Balance, CreditTotals } from './ledger.ts';

/** What an account has paid, and how much of it is used up. */
export interface PaidMoney {
  /** What was paid, less what was paid out and what adjustments took of it. Never below zero. */
  readonly base: NanoCny;
  /** Of `base`, what calls have used up; only this may be invoiced. */
  readonly consumed: NanoCny;
}

/** Credits of an account with what it has used in closed hours, as of one moment. */
export interface ClosedMoney {
  readonly totals: CreditTotals;
  readonly closedUse: NanoCny;
}

type LiveMoney = Pick<Balance, 'used' | 'reserved' | 'available'>;

/** Adjustments take from gifts first, and beyond them from what was paid. */
function paidBase({ credits, trialCredits, paidCredits }: CreditTotals): NanoCny {
  const gifts = credits - trialCredits - paidCredits;
  const base = gifts < 0n ? paidCredits + gifts : paidCredits;
  return base > 0n ? base : 0n;
}

/**
 * Trial money is spent first, then what was paid, gifts last. Nothing that happens later lowers what is consumed, as long as
 * payouts keep to {@link payableOut} and adjustments to {@link deductsSpentMoney}.
 */
export function paidMoneyOf(totals: CreditTotals, used: NanoCny): PaidMoney {
  const base = paidBase(totals);
  const beyondTrial = used - totals.trialCredits;
  if (beyondTrial <= 0n) return { base, consumed: 0n };
  return { base, consumed: beyondTrial < base ? beyondTrial : base };
}

/** The most that can be paid out: what was paid and is neither used nor set aside for running calls. */
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
