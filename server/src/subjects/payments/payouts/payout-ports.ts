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

/** Additional data of a payout in a list. */
export interface ListedPayout {
  readonly payout: Payout;
  /** Whether a part was refused, so that an operator must decide what to do. */
  readonly isTroubled: boolean;
  /** Whether a part waits to be paid by hand. */
  readonly isToPay: boolean;
}

export interface PayoutsFilter {
  readonly accountId?: string | undefined;
  /** Only payouts with a part that refunds this order. */
  readonly orderId?: string | undefined;
  readonly state?: PayoutState | undefined;
  /** Only payouts that are not completed. */
  readonly isOpen?: boolean | undefined;
}

/** Rows written with a change, in the same transaction. */
export interface PayoutNews {
  readonly notice: AccountNotice | null;
  readonly audit: AuditEntry;
}

/** A payout that leaves the balance; everything is written in one transaction. */
export interface PayoutLeaving {
  /** The new state with the earlier revision. A new payout has revision 0. */
  readonly payout: Payout;
  readonly steps: readonly PayoutStep[];
  readonly parts: readonly PayoutPart[];
  /** `null` if the refunded payment was never credited. */
  readonly debit: CreditDraft | null;
  /** Set if the money has already left at the payment service, so that the balance is not checked. */
  readonly hasLeft?: boolean;
}

/** A queued query to a payment service. */
export interface NextQuestion {
  readonly afterMs: number;
  /** Number of earlier queries. */
  readonly asked: number;
}

/** The new state of one part with its earlier revision, and the effect on the payout. */
export interface PartMove {
  readonly part: PayoutPart;
  /** The new state of the payout with its earlier revision; `step` is set if the state changed. */
  readonly payout: Payout;
  readonly step: PayoutStep | null;
  /** Parts that replace it. */
  readonly instead: readonly PayoutPart[];
  /** The credit that returns to the balance. */
  readonly givenBack: CreditDraft | null;
  /** When to ask the payment service (again); `null` if it is not asked. */
  readonly ask: NextQuestion | null;
}

export interface PayoutsStore {
  find(id: string): Promise<PayoutWithParts | null>;
  /** Finds a part by its own id. */
  findPart(id: string): Promise<PayoutPart | null>;
  /** The part that was paid by hand under a reference. */
  partBy(method: PaymentMethodName, reference: string): Promise<PayoutPart | null>;
  /** Newest first. */
  list(filter: PayoutsFilter, page: TimePage): Promise<readonly ListedPayout[]>;
  /** The id of the account's request that waits for a decision. */
  waiting(accountId: string): Promise<string | null>;
  /** Credited payments of an account since then that are not fully refunded, newest first. */
  refundable(accountId: string, sinceMs: number, limit: number): Promise<readonly RefundablePayment[]>;
  /** The amount of a payment that was refunded or is being refunded. */
  returned(method: PaymentMethodName, externalId: string): Promise<bigint>;
  /** `false`: the account already has a waiting request. */
  request(payout: Payout, step: PayoutStep, news: PayoutNews & { readonly mark: OnceMark | null }): Promise<boolean>;
  /**
   * Pays money out. `false`, and nothing is written, if the request has changed, closed hours do not cover the amount, it is on an invoice,
   * or a payment has too little left.
   */
  leave(leaving: PayoutLeaving, news: PayoutNews): Promise<boolean>;
  /** Refunds a payment that is not credited to its order; `false`: the decision was made before. */
  leaveUncredited(payment: PaymentRecord, leaving: PayoutLeaving, news: PayoutNews): Promise<boolean>;
  /** Ends a waiting request; `false`: it is not waiting. */
  end(payout: Payout, step: PayoutStep, news: PayoutNews): Promise<boolean>;
  /** `false`: the part has changed, or its reference is already used for another. */
  movePart(move: PartMove, news: PayoutNews): Promise<boolean>;
  /** Records that a payment service is being asked; `false`: the part has changed. */
  asking(part: Pick<PayoutPart, 'id' | 'revision'>): Promise<boolean>;
  /** Queues another query without a change. */
  askAgain(part: PayoutPart, next: NextQuestion): Promise<void>;
}

/** The stores for payouts. */
export interface PayoutStores {
  readonly payouts: PayoutsStore;
}
