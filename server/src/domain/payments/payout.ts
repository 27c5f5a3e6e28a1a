import type { PaymentMethodName, PayoutKind, PayoutPartState, PayoutState } from '@tollgate/contract/payments/payments';
import type { ReceivedPayment } from './payment-order.ts';

/** A bank account to pay to. */
export interface PayeeAccount {
  readonly name: string;
  readonly account: string;
  readonly bank: string;
}

/** One way that a part of a payout goes: back to a payment, or to a bank account. */
export interface PayoutPart {
  /** At most 32 of `[0-9A-Za-z_]`. */
  readonly id: string;
  readonly payoutId: string;
  /** How it goes; `bank`: to the bank account of the payout. */
  readonly method: PaymentMethodName;
  /** The payment that it refunds; `null`: none, the money came another way or too long ago. */
  readonly payment: Pick<ReceivedPayment, 'method' | 'externalId' | 'orderId'> | null;
  /** An operator pays it and enters the reference. */
  readonly byHand: boolean;
  readonly amountFen: bigint;
  readonly state: PayoutPartState;
  /** Counts up with each change, so that of many who change it one does. */
  readonly revision: number;
  /** Number of attempts: after a refusal it starts again under another number. */
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

/** Money of an account that leaves it again. */
export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly kind: PayoutKind;
  readonly state: PayoutState;
  readonly revision: number;
  readonly requestedFen: bigint;
  /** The amount paid out; until it is approved, the requested one. */
  readonly amountFen: bigint;
  /** The part that could not be paid and is back in the balance. */
  readonly givenBackFen: bigint;
  /** Whether it was entered into the ledger: not for refunds of a payment that was never credited. */
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

/** Whether we requested a refund from a payment service: for a part of a payout, or for a test payment. */
export function isOurRefund(refundId: string): boolean {
  return refundId.startsWith('rfd_') || refundId.startsWith('ret_');
}

/** The part that an attempt is of. */
export function partIdOf(refundId: string): string {
  return refundId.split('_').slice(0, 2).join('_');
}

/** After this long payment services refuse refunds. */
const refundableMs = 365 * 86_400_000;

export function refundableSinceMs(nowMs: number): number {
  return nowMs - refundableMs;
}

/** A payment, and its part that was not refunded. */
export interface RefundablePayment extends Pick<ReceivedPayment, 'method' | 'externalId' | 'orderId'> {
  readonly leftFen: bigint;
}

/** The destination of a part. */
export type PartWay = Pick<PayoutPart, 'method' | 'payment' | 'byHand' | 'amountFen'>;

/** How a method refunds: through its service, by an operator on its service's pages, or only to a bank account. */
export type RefundWay = 'service' | 'by_hand' | 'bank';

/** How a sum goes back to a payment. */
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
 * Splits a payout over the payments that the money came by, the newest first; the rest goes to a bank account.
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

/** State of a payout, from its parts; a return to the balance ends it as failed. */
export function stateOfParts(parts: readonly Pick<PayoutPart, 'state'>[], givenBackFen: bigint): PayoutState {
  const live = parts.filter(({ state }) => state !== 'dropped');
  if (live.some(({ state }) => under.includes(state))) return 'approved';
  if (live.some(({ state }) => state === 'sent')) return 'sent';
  return givenBackFen > 0n ? 'failed' : 'confirmed';
}

export const refundQueue = 'refunds';

/** How long until a payment service is asked again about a refund that it is at, by how often it was asked. */
export function refundQuestionMs(asked: number): number {
  return Math.min(6 * 3_600_000, 60_000 * 3 ** Math.min(asked, 8));
}
