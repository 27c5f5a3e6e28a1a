import { nanoPerCny, type NanoCny } from '@tollgate/contract/money';
import type {
  ChargeFault,
  OrderPurpose,
  OrderState,
  PaymentMethodName,
  PaymentState,
} from '@tollgate/contract/payments/payments';

/** Payment services count in fen, hundredths of a CNY. */
const nanoPerFen = nanoPerCny / 100n;

export function nanoOfFen(fen: bigint): NanoCny {
  return fen * nanoPerFen;
}

/** `null`: it is no whole number of fen. */
export function fenOfNano(nano: NanoCny): bigint | null {
  return nano % nanoPerFen === 0n ? nano / nanoPerFen : null;
}

/** How long an order can be paid before it is closed; a transfer takes a bank days. Money that comes later is credited all the same. */
export function orderLifeMs(method: PaymentMethodName): number {
  return method === 'bank' ? 7 * 24 * 3_600_000 : 2 * 3_600_000;
}

/** The steps to pay. */
export type PaymentStep =
  | { readonly kind: 'qr'; readonly text: string }
  /** `reference`: the service's id of it, if that is not the order's id. */
  | { readonly kind: 'redirect'; readonly url: string; readonly reference?: string }
  | { readonly kind: 'instructions'; readonly fields: Readonly<Record<string, string>> };

/** A requested payment. Its id is also its number at the payment service. */
export interface PaymentOrder {
  /** At most 32 of `[0-9A-Za-z_]`. */
  readonly id: string;
  /** `null`: no account; an operator tests the method. */
  readonly accountId: string | null;
  readonly method: PaymentMethodName;
  readonly purpose: OrderPurpose;
  readonly state: OrderState;
  readonly amountFen: bigint;
  /** The remark that identifies a transfer; unique. */
  readonly remark: string;
  /** `null`: the payment service has not been asked yet, or could not be. */
  readonly step: PaymentStep | null;
  readonly madeBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly paidAtMs: number | null;
  readonly closedAtMs: number | null;
  /** Gone back, and on its way back. */
  readonly refundedFen: bigint;
  readonly refundingFen: bigint;
  /** Why an automatic one came to nothing. */
  readonly fault: ChargeFault | null;
}

/** A part of a payment that was refunded on the pages of its service. */
export interface Reversal {
  /** The service's number of it; unique within the method. */
  readonly reference: string;
  readonly amountFen: bigint;
}

/** Money that has arrived. A payment service's number of it is unique within the method. */
export interface ReceivedPayment {
  readonly method: PaymentMethodName;
  readonly externalId: string;
  readonly orderId: string;
  readonly amountFen: bigint;
  readonly currency: string;
  /** The payer, as far as known: the name on a bank statement. */
  readonly payer: string | null;
  /** Refunds made before we learned of it; `unknown`: some, and the service does not report how much. */
  readonly goneBack?: readonly Reversal[] | 'unknown';
}

export interface PaymentRecord extends ReceivedPayment {
  readonly state: PaymentState;
  readonly receivedAtMs: number;
}

/** The effect of an arrived payment on its order: pays it, or waits next to it for an operator's decision. */
export function judgePayment(order: PaymentOrder, { amountFen, currency, goneBack }: ReceivedPayment): PaymentState {
  if (goneBack === 'unknown') return order.paidAtMs === null ? 'mismatch' : 'surplus';
  if (currency !== 'CNY' || amountFen !== order.amountFen) return 'mismatch';
  return order.paidAtMs === null ? 'credited' : 'surplus';
}
