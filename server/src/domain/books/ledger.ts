import type { CreditBucket, LedgerEntryKind } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';

/**
 * Money credited to an account, or deducted: only an adjustment and a payout are negative, a payout always; none is zero. A `refund` compensates
 * the account and counts as a gift; a `payout` returns paid money in cash.
 */
export interface CreditDraft {
  readonly id: string;
  readonly accountId: string;
  readonly bucket: CreditBucket;
  readonly amount: NanoCny;
  readonly reason: string;
  readonly actor: string;
  readonly atMs: number;
}

/** One line of the append-only ledger: a credit when it happened, or the closed usage of one hour (negative). */
export interface LedgerEntry {
  readonly seq: bigint;
  readonly id: string;
  readonly accountId: string;
  readonly kind: LedgerEntryKind;
  readonly bucket: CreditBucket | 'usage';
  readonly amount: NanoCny;
  readonly hourStartMs: number | null;
  readonly reason: string;
  readonly actor: string;
  readonly createdAtMs: number;
  /** Totals of the account after this entry. */
  readonly creditsTotal: NanoCny;
  readonly usageTotal: NanoCny;
  readonly trialCreditsTotal: NanoCny;
}

export interface CreditTotals {
  readonly credits: NanoCny;
  /** The part of `credits` that was given as trial money before the first payment; later gifts are not included. */
  readonly trialCredits: NanoCny;
  /** The paid part of `credits`, minus payouts. */
  readonly paidCredits: NanoCny;
}

/** The remaining money of an account, by origin. No amount is below zero. */
export interface RemainingMoney {
  readonly trialLeft: NanoCny;
  readonly paidLeft: NanoCny;
  /** Remainder of adjustments and refunds. */
  readonly giftsLeft: NanoCny;
}

/** An account's money at one moment. */
export interface Balance extends RemainingMoney {
  readonly credits: NanoCny;
  readonly used: NanoCny;
  readonly reserved: NanoCny;
  /** Negative if running calls cost more than was left. */
  readonly available: NanoCny;
}

function atLeastZero(amount: NanoCny): NanoCny {
  return amount > 0n ? amount : 0n;
}

function smaller(left: NanoCny, right: NanoCny): NanoCny {
  return left < right ? left : right;
}

/**
 * Trial money is spent first, then paid money, gifts last. The remainder therefore consists of as much gift money as possible, then paid
 * money. Adjustments deduct from gifts first, then from paid money, then from trial money. A function of totals: the three parts add up to
 * credits minus usage, and to 0 for an account that has used more than it had.
 */
export function remainingMoney({ credits, trialCredits, paidCredits }: CreditTotals, used: NanoCny): RemainingMoney {
  const gifts = credits - trialCredits - paidCredits;
  const left = atLeastZero(credits - used);
  const giftsLeft = smaller(left, atLeastZero(gifts + smaller(paidCredits, 0n)));
  const paidLeft = smaller(left - giftsLeft, atLeastZero(paidCredits + smaller(gifts, 0n)));
  return { trialLeft: left - giftsLeft - paidLeft, paidLeft, giftsLeft };
}

/** Balance of an account, from its credits, used amount and reserved amount. */
export function balanceOf(totals: CreditTotals, used: NanoCny, reserved: NanoCny): Balance {
  return {
    credits: totals.credits,
    used,
    reserved,
    available: totals.credits - used - reserved,
    ...remainingMoney(totals, used),
  };
}
