import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { RefundWay } from './payout.ts';
import type { PaymentOrder, PaymentStep, ReceivedPayment, Reversal } from './payment-order.ts';
import type { SavedMeans } from './saved-means.ts';

/** A refund of a payment. */
export interface RefundOrder {
  readonly refundId: string;
  readonly amountFen: bigint;
  /** Where the service reports the result. */
  readonly notifyUrl: string;
}

/** What a payment service needs besides the order. */
export interface PaymentPlaces {
  /** Where it reports events. */
  readonly notifyUrl: string;
  /** Where the payer continues. */
  readonly returnUrl: string;
  readonly nowMs: number;
}

export interface RawCallback {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** A report of a payment service. Its sender is proved; amounts are not compared with ours yet. */
export type PaymentEvent =
  | {
      readonly kind: 'paid';
      readonly payment: ReceivedPayment;
      /** The report alone proves too little: the service has to be asked. */
      readonly mustConfirm: boolean;
    }
  /** A refund of ours has progressed. */
  | { readonly kind: 'refunded'; readonly refundId: string; readonly standing: RefundStatus }
  /** Money of a payment was refunded without us: a query to the service shows the details. */
  | ({ readonly kind: 'gone_back' } & ExternalReversal)
  /** Somebody has asked their bank to take the money back. */
  | ({ readonly kind: 'disputed' } & ReportedDispute)
  /** A person has finished saving a means of payment: a query to the service returns which. */
  | { readonly kind: 'means_saved'; readonly savingId: string }
  /** The saved means was charged for an order without success: the service is queried for the result. */
  | { readonly kind: 'charge_failed'; readonly orderId: string }
  /** Nothing to be done. */
  | { readonly kind: 'ignored'; readonly what: string };

/** A payment that was refunded on the pages of its service. */
export interface ExternalReversal {
  readonly externalId: string;
  readonly orderId: string | null;
  /** The service's id of the refund, if each has to be queried; `null`: it lists them. */
  readonly refund: string | null;
}

/** `inquiry`: a bank has questions, and has deducted nothing yet. */
export type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost';

export interface ReportedDispute {
  readonly externalId: string;
  readonly disputeId: string;
  readonly standing: DisputeStatus;
  readonly amountFen: bigint;
  /** The report says that it has begun, rather than progressed. */
  readonly isNew: boolean;
}

export interface CallbackRefusal {
  readonly kind: 'refusal';
  /** For the log; free of secrets. */
  readonly reason: string;
  /**
   * It says that it is for this merchant, and the configured keys do not prove it: an operator has to compare them. `serial`: of the key that it
   * is signed with, if the service may reveal that key.
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
  /** It was refused with a reason that is not known to be final: it has failed if a later query to the service does not find it. */
  | { readonly kind: 'doubtful'; readonly reason: string }
  /** The service has no record of it: it was never requested. */
  | { readonly kind: 'unknown' };

/**
 * A payment service, with the credentials of the operator. `create`, `refund` and `close` may be repeated: the ids make each of them
 * happen once. All but `readCallback` and `ack` ask the service over the network. @throws {PaymentServiceError}
 */
export interface PaymentMethod {
  readonly name: PaymentMethodName;
  readonly refundWay: RefundWay;
  create(order: PaymentOrder, places: PaymentPlaces): Promise<PaymentStep>;
  /** Pure: proves the sender, and that it is this operator's merchant who is meant. */
  readCallback(raw: RawCallback): PaymentEvent | CallbackRefusal;
  query(order: PaymentOrder): Promise<OrderStatus>;
  close(order: PaymentOrder): Promise<void>;
  refund(payment: ReceivedPayment, refund: RefundOrder): Promise<RefundStatus>;
  queryRefund(payment: ReceivedPayment, refundId: string): Promise<RefundStatus>;
  /** Refunds of a payment that we did not request. `unknown`, or absent: some, and the service does not report which. */
  reversals?(payment: ReceivedPayment, refund: string | null): Promise<readonly Reversal[] | 'unknown'>;
  /** Learns the key of a serial from the service. `false`: it is not known. Left out: there is one key, which is set up. */
  learnKey?(serial: string): Promise<boolean>;
  /** Means of payment that are stored and charged automatically; `undefined`: the service has none. */
  readonly saved?: SavedMeans;
  /** The answer to the service; `true`: its report is stored. */
  ack(isTaken: boolean): CallbackAnswer;
}

/** A payment service that could not be asked, or refused. The message is for operators and free of secrets. */
export class PaymentServiceError extends Error {
  override readonly name = 'PaymentServiceError';
}
