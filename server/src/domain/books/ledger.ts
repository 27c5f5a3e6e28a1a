import type { NanoCny } from '@tollgate/contract/money';

export const creditBuckets = ['trial', 'paid', 'adjustment', 'refund'] as const;
export type CreditBucket = (typeof creditBuckets)[number];

/** Money given to an account. Only an adjustment may be negative; none is zero. */
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
  readonly kind: 'credit' | 'usage';
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
  /** The part of `credits` that was given as trial money. */
  readonly trialCredits: NanoCny;
}

/** An account's money at one moment. */
export interface Balance {
  readonly credits: NanoCny;
  readonly used: NanoCny;
  readonly reserved: NanoCny;
  readonly available: NanoCny;
  /** Trial money is spent first, so both are functions of the totals. */
  readonly trialLeft: NanoCny;
  readonly paidLeft: NanoCny;
}

/** Works out a balance. `paidLeft` is below zero when running calls cost more than was left. */
export function balanceOf(totals: CreditTotals, used: NanoCny, reserved: NanoCny): Balance {
  const trialLeft = totals.trialCredits > used ? totals.trialCredits - used : 0n;
  return {
    credits: totals.credits,
    used,
    reserved,
    available: totals.credits - used - reserved,
    trialLeft,
    paidLeft: totals.credits - used - trialLeft,
  };
}
