import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { RefundWay } from './payout.ts';
import type { PaymentOrder, PaymentStep, ReceivedPayment, Reversal } from './payment-order.ts';
import type { SavedMeans } from './saved-means.ts';

/** A refund of a payment. */
export interface RefundOrder {
  readonly refundId: string;
  readonly amountFen: bigint;
  /** The URL to which the service reports the result. */
  readonly notifyUrl: string;
}

/** What a payment service needs besides the order. */
export interface PaymentPlaces {
  /** The URL to which the service reports events. */
  readonly notifyUrl: string;
  /** The page on which the payer continues. */
  readonly returnUrl: string;
  readonly nowMs: number;
}

export interface RawCallback {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** A report of a payment service. Its sender is verified; amounts are not yet compared with ours. */
export type PaymentEvent =
  | {
      readonly kind: 'paid';
      readonly payment: ReceivedPayment;
      /** The report alone is not sufficient proof: the service has to be queried. */
      readonly mustConfirm: boolean;
    }
  /** One of our refunds has progressed. */
  | { readonly kind: 'refunded'; readonly refundId: string; readonly standing: RefundStatus }
  /** A payment was refunded without us; a query to the service returns the details. */
  | ({ readonly kind: 'gone_back' } & ExternalReversal)
  /** A payer has asked their bank to reverse the payment. */
  | ({ readonly kind: 'disputed' } & ReportedDispute)
  /** A person has finished saving a payment method; a query to the service returns it. */
  | { readonly kind: 'means_saved'; readonly savingId: string }
  /** Charging the saved payment method for an order failed; a query to the service returns the result. */
  | { readonly kind: 'charge_failed'; readonly orderId: string }
  /** Nothing to do. */
  | { readonly kind: 'ignored'; readonly what: string };

/** A payment that was refunded on the pages of its service. */
export interface ExternalReversal {
  readonly externalId: string;
  readonly orderId: string | null;
  /** The service's ID of the refund if refunds are queried individually; `null` if the service lists them. */
  readonly refund: string | null;
}

/** `inquiry`: a bank has questions but has not deducted anything yet. */
export type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost';

export interface ReportedDispute {
  readonly externalId: string;
  readonly disputeId: string;
  readonly standing: DisputeStatus;
  readonly amountFen: bigint;
  /** The report says that the dispute has begun, not that it has progressed. */
  readonly isNew: boolean;
}

export interface CallbackRefusal {
  readonly kind: 'refusal';
  /** For the log; contains no secrets. */
  readonly reason: string;
  /**
   * The report names this merchant, but the configured keys do not verify it, so an operator has to compare them. `serial` identifies the
   * signing key, if the service may provide that key.
   */
  readonly unproved?: { readonly serial: string | null };
}

export interface CallbackAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export type OrderStatus =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'paid'; readonly payment: ReceivedPayment };

export type RefundStatus =
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly reference: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Refused for a reason that may not be final. It has failed if a later query to the service does not find it. */
  | { readonly kind: 'doubtful'; readonly reason: string }
  /** The service has no record of it, so it was never requested. */
  | { readonly kind: 'unknown' };

/**
 * A payment service, with the operator's credentials. `create`, `refund` and `close` may be repeated: because of the IDs, each takes effect
 * once. All methods except `readCallback` and `ack` call the service over the network.
 * @throws {PaymentServiceError}
 */
export interface PaymentMethod {
  readonly name: PaymentMethodName;
  readonly refundWay: RefundWay;
  create(order: PaymentOrder, places: PaymentPlaces): Promise<PaymentStep>;
  /** Pure. Verifies the sender, and that the report is for this operator's merchant. */
  readCallback(raw: RawCallback): PaymentEvent | CallbackRefusal;
  query(order: PaymentOrder): Promise<OrderStatus>;
  close(order: PaymentOrder): Promise<void>;
  refund(payment: ReceivedPayment, refund: RefundOrder): Promise<RefundStatus>;
  queryRefund(payment: ReceivedPayment, refundId: string): Promise<RefundStatus>;
  /** Refunds of a payment that we did not request. `unknown`, or absent: there are some, but the service does not report which. */
  reversals?(payment: ReceivedPayment, refund: string | null): Promise<readonly Reversal[] | 'unknown'>;
  /**
   * Gets the key of a serial number from the service; `false` if it does not know it. Absent if there is only one key, which is configured.
   */
  learnKey?(serial: string): Promise<boolean>;
  /** Payment methods that are stored and charged automatically; `undefined` if the service has none. */
  readonly saved?: SavedMeans;
  /** The response to the service. `isTaken` is `true` if its report is stored. */
  ack(isTaken: boolean): CallbackAnswer;
}

/** A payment service could not be reached, or refused. The message is for operators and contains no secrets. */
export class PaymentServiceError extends Error {
  override readonly name = 'PaymentServiceError';
}
