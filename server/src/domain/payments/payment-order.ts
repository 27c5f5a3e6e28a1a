import { nanoPerCny, type NanoCny } from '@tollgate/contract/money';
import type {
  ChargeFault,
  OrderPurpose,
  OrderState,
  PaymentMethodName,
  PaymentState,
} from '@tollgate/contract/payments/payments';

/** Payment services count in fen, which are hundredths of a CNY. */
const nanoPerFen = nanoPerCny / 100n;

export function nanoOfFen(fen: bigint): NanoCny {
  return fen * nanoPerFen;
}

/** `null` if the amount is not a whole number of fen. */
export function fenOfNano(nano: NanoCny): bigint | null {
  return nano % nanoPerFen === 0n ? nano / nanoPerFen : null;
}

/** How long an order can be paid before it is closed. A bank transfer takes days. Money that arrives later is still credited. */
export function orderLifeMs(method: PaymentMethodName): number {
  return method === 'bank' ? 7 * 24 * 3_600_000 : 2 * 3_600_000;
}

/** How the payer completes the payment. */
export type PaymentStep =
  | { readonly kind: 'qr'; readonly text: string }
  /** `reference`: the service's ID of the payment, if it differs from the order's. */
  | { readonly kind: 'redirect'; readonly url: string; readonly reference?: string }
  | { readonly kind: 'instructions'; readonly fields: Readonly<Record<string, string>> };

/** A requested payment. The payment service uses the same ID. */
export interface PaymentOrder {
  /** At most 32 of `[0-9A-Za-z_]`. */
  readonly id: string;
  /** `null` for an operator's test of the method, which has no account. */
  readonly accountId: string | null;
  readonly method: PaymentMethodName;
  readonly purpose: OrderPurpose;
  readonly state: OrderState;
  readonly amountFen: bigint;
  /** The remark that identifies a transfer; unique. */
  readonly remark: string;
  /** `null` if the payment service was not asked yet, or could not be reached. */
  readonly step: PaymentStep | null;
  readonly madeBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly paidAtMs: number | null;
  readonly closedAtMs: number | null;
  /** The amounts refunded, and being refunded. */
  readonly refundedFen: bigint;
  readonly refundingFen: bigint;
  /** Why an automatic order failed. */
  readonly fault: ChargeFault | null;
}

/** A part of a payment that was refunded on the pages of its service. */
export interface Reversal {
  /** The service's ID of the refund; unique within the method. */
  readonly reference: string;
  readonly amountFen: bigint;
}

/** Money that has arrived. The payment service's ID of it is unique within the method. */
export interface ReceivedPayment {
  readonly method: PaymentMethodName;
  readonly externalId: string;
  readonly orderId: string;
  readonly amountFen: bigint;
  readonly currency: string;
  /** The payer, if known: the name on a bank statement. */
  readonly payer: string | null;
  /** Refunds made before we learned of the payment; `unknown` if there are some, but the service does not report the amounts. */
  readonly goneBack?: readonly Reversal[] | 'unknown';
}

export interface PaymentRecord extends ReceivedPayment {
  readonly state: PaymentState;
  readonly receivedAtMs: number;
}

/** The effect of an arrived payment on its order: it either pays the order, or is set aside for an operator's decision. */
export function judgePayment(order: PaymentOrder, { amountFen, currency, goneBack }: ReceivedPayment): PaymentState {
  if (goneBack === 'unknown') return order.paidAtMs === null ? 'mismatch' : 'surplus';
  if (currency !== 'CNY' || amountFen !== order.amountFen) return 'mismatch';
  return order.paidAtMs === null ? 'credited' : 'surplus';
}
