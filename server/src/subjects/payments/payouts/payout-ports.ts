import type { PaymentMethodName, PayoutState } from '@tollgate/contract/payments/payments';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { Payout, PayoutPart, PayoutStep, PayoutWithParts, RefundablePayment } from '../../../domain/payments/payout.ts';
import type { PaymentRecord } from '../../../domain/payments/payment-order.ts';
import type { OnceMark } from '../../../control/once-ports.ts';

interface TimePage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** Additional facts of a payout in a list. */
export interface ListedPayout {
  readonly payout: Payout;
  /** A part of it was refused, so that an operator has to choose what to do. */
  readonly isTroubled: boolean;
  /** A part of it waits to be paid by hand. */
  readonly isToPay: boolean;
}

export interface PayoutsFilter {
  readonly accountId?: string | undefined;
  /** A part of it goes back to this order. */
  readonly orderId?: string | undefined;
  readonly state?: PayoutState | undefined;
  /** Somebody still has to do something about it. */
  readonly isOpen?: boolean | undefined;
}

/** Rows written with a change, in its unit. */
export interface PayoutNews {
  readonly notice: AccountNotice | null;
  readonly audit: AuditEntry;
}

/** Money that leaves an account: all of it is one unit. */
export interface PayoutLeaving {
  /** Its new state, under its former revision; a new one has 0 and did not exist. */
  readonly payout: Payout;
  readonly steps: readonly PayoutStep[];
  readonly parts: readonly PayoutPart[];
  /** `null`: the payment that goes back was never credited. */
  readonly debit: CreditDraft | null;
  /** It has left already, at the payment service: whether it is still there is no question. */
  readonly hasLeft?: boolean;
}

/** A question to a payment service that waits in the queue. */
export interface NextQuestion {
  readonly afterMs: number;
  /** How often it was asked before. */
  readonly asked: number;
}

/** The new state of one part, under its former revision, and its effect on the payout. */
export interface PartMove {
  readonly part: PayoutPart;
  /** The payout's new state, under its former revision; `step`: if its state has changed. */
  readonly payout: Payout;
  readonly step: PayoutStep | null;
  /** Parts that take its place. */
  readonly instead: readonly PayoutPart[];
  /** The credit that returns to the balance. */
  readonly givenBack: CreditDraft | null;
  /** When the payment service is asked (again); `null`: it is not. */
  readonly ask: NextQuestion | null;
}

export interface PayoutsStore {
  find(id: string): Promise<PayoutWithParts | null>;
  /** By its own id. */
  findPart(id: string): Promise<PayoutPart | null>;
  /** The part that was paid by hand under a reference. */
  partBy(method: PaymentMethodName, reference: string): Promise<PayoutPart | null>;
  /** Newest first. */
  list(filter: PayoutsFilter, page: TimePage): Promise<readonly ListedPayout[]>;
  /** The id of the request of an account that waits for a decision. */
  waiting(accountId: string): Promise<string | null>;
  /** Credited payments of an account since then that are not fully refunded, newest first. */
  refundable(accountId: string, sinceMs: number, limit: number): Promise<readonly RefundablePayment[]>;
  /** The part of a payment that was refunded, or is being refunded. */
  returned(method: PaymentMethodName, externalId: string): Promise<bigint>;
  /** `false`: the account has a request that waits. */
  request(payout: Payout, step: PayoutStep, news: PayoutNews & { readonly mark: OnceMark | null }): Promise<boolean>;
  /**
   * Pays money out; `false`, and nothing is written, if the request has changed, the money is not there over closed hours, it is on an invoice,
   * or a payment has too little left.
   */
  leave(leaving: PayoutLeaving, news: PayoutNews): Promise<boolean>;
  /** Refunds a payment not credited to its order; `false`: that was decided before. */
  leaveUncredited(payment: PaymentRecord, leaving: PayoutLeaving, news: PayoutNews): Promise<boolean>;
  /** Ends a request that waits; `false`: it does not. */
  end(payout: Payout, step: PayoutStep, news: PayoutNews): Promise<boolean>;
  /** `false`: the part has changed, or its reference counts for another. */
  movePart(move: PartMove, news: PayoutNews): Promise<boolean>;
  /** Records that a payment service is being asked; `false`: the part has changed. */
  asking(part: Pick<PayoutPart, 'id' | 'revision'>): Promise<boolean>;
  /** Nothing has changed, and the service is asked again. */
  askAgain(part: PayoutPart, next: NextQuestion): Promise<void>;
}

/** The stores for payouts. */
export interface PayoutStores {
  readonly payouts: PayoutsStore;
}
