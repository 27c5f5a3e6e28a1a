import type { PaymentMethodName, PayoutKind, PayoutPartState, PayoutState } from '@tollgate/contract/payments/payments';
import type { ReceivedPayment } from './payment-order.ts';

/** A bank account to pay to. */
export interface PayeeAccount {
  readonly name: string;
  readonly account: string;
  readonly bank: string;
}

/** A part of a payout with its own destination: an earlier payment, or a bank account. */
export interface PayoutPart {
  /** At most 32 of `[0-9A-Za-z_]`. */
  readonly id: string;
  readonly payoutId: string;
  /** How the part is paid; `bank`: to the bank account of the payout. */
  readonly method: PaymentMethodName;
  /** The payment that the part refunds; `null` if there is none, because the money arrived in another way or too long ago. */
  readonly payment: Pick<ReceivedPayment, 'method' | 'externalId' | 'orderId'> | null;
  /** An operator pays it and enters the reference. */
  readonly byHand: boolean;
  readonly amountFen: bigint;
  readonly state: PayoutPartState;
  /** Increased with each change, so that only one of several concurrent changes succeeds. */
  readonly revision: number;
  /** Number of the attempt: after a refusal, the next attempt has a new number. */
  readonly attempt: number;
  readonly reference: string | null;
  readonly fault: string | null;
  readonly sentAtMs: number | null;
  readonly doneAtMs: number | null;
}

export interface PayoutStep {
  readonly state: PayoutState;
  readonly atMs: number;
  readonly actor: string;
  readonly note: string | null;
}

/** Money that is paid out from an account. */
export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly kind: PayoutKind;
  readonly state: PayoutState;
  readonly revision: number;
  readonly requestedFen: bigint;
  /** The amount paid out; the requested amount until it is approved. */
  readonly amountFen: bigint;
  /** The part that could not be paid and was returned to the balance. */
  readonly givenBackFen: bigint;
  /** Whether it was entered into the ledger. Refunds of a payment that was never credited are not. */
  readonly isBooked: boolean;
  readonly reason: string | null;
  readonly payee: PayeeAccount | null;
  readonly madeBy: string;
  readonly createdAtMs: number;
}

export interface PayoutWithParts {
  readonly payout: Payout;
  readonly parts: readonly PayoutPart[];
  /** Oldest first. */
  readonly steps: readonly PayoutStep[];
}

/** The payment service's id of one attempt at a part. */
export function refundIdOf({ id, attempt }: Pick<PayoutPart, 'id' | 'attempt'>): string {
  return attempt === 1 ? id : `${id}_${String(attempt)}`;
}

/** Whether a refund was requested by us, for a part of a payout or for a test payment. */
export function isOurRefund(refundId: string): boolean {
  return refundId.startsWith('rfd_') || refundId.startsWith('ret_');
}

/** The ID of the part that an attempt belongs to. */
export function partIdOf(refundId: string): string {
  return refundId.split('_').slice(0, 2).join('_');
}

/** Payment services refuse refunds of older payments. */
const refundableMs = 365 * 86_400_000;

export function refundableSinceMs(nowMs: number): number {
  return nowMs - refundableMs;
}

/** A payment and the amount that was not refunded. */
export interface RefundablePayment extends Pick<ReceivedPayment, 'method' | 'externalId' | 'orderId'> {
  readonly leftFen: bigint;
}

/** The destination of a part. */
export type PartWay = Pick<PayoutPart, 'method' | 'payment' | 'byHand' | 'amountFen'>;

/** How a method refunds: through its service, by an operator on its service's pages, or only to a bank account. */
export type RefundWay = 'service' | 'by_hand' | 'bank';

/** How an amount is refunded to a payment. */
export function wayBack(payment: Omit<RefundablePayment, 'leftFen'>, amountFen: bigint, way: RefundWay): PartWay {
  const { method, externalId, orderId } = payment;
  return {
    method: way === 'bank' ? 'bank' : method,
    payment: { method, externalId, orderId },
    byHand: way !== 'service',
    amountFen,
  };
}

/**
 * Splits a payout among the payments that the money came from, newest first. The remainder goes to a bank account.
 * @param payments newest first, without those that are too old.
 */
export function splitPayout(
  amountFen: bigint,
  payments: readonly RefundablePayment[],
  wayOf: (method: PaymentMethodName) => RefundWay,
): readonly PartWay[] {
  const ways: PartWay[] = [];
  let left = amountFen;
  for (const { leftFen, ...payment } of payments) {
    const amount = leftFen < left ? leftFen : left;
    if (amount <= 0n) continue;
    ways.push(wayBack(payment, amount, wayOf(payment.method)));
    left -= amount;
  }
  if (left > 0n) ways.push({ method: 'bank', payment: null, byHand: true, amountFen: left });
  return ways;
}

const under: readonly PayoutPartState[] = ['waiting', 'asked', 'failed'];

/** State of a payout, derived from its parts. If money was returned to the balance, the payout ends as failed. */
export function stateOfParts(parts: readonly Pick<PayoutPart, 'state'>[], givenBackFen: bigint): PayoutState {
  const live = parts.filter(({ state }) => state !== 'dropped');
  if (live.some(({ state }) => under.includes(state))) return 'approved';
  if (live.some(({ state }) => state === 'sent')) return 'sent';
  return givenBackFen > 0n ? 'failed' : 'confirmed';
}

export const refundQueue = 'refunds';

/** How long to wait before asking a payment service again about a running refund, by the number of earlier queries. */
export function refundQuestionMs(asked: number): number {
  return Math.min(6 * 3_600_000, 60_000 * 3 ** Math.min(asked, 8));
}
