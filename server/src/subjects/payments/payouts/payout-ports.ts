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

/** What is said of a change, in the unit that makes it. */
export interface PayoutNews {
  readonly notice: AccountNotice | null;
  readonly audit: AuditEntry;
}

/** Money that leaves an account: all of it is one unit. */
export interface PayoutLeaving {
  /** As it is afterwards, under the revision that it had before; a new one has 0 and was not there. */
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

/** One part as it is afterwards, under the revision that it had before, and what it does to its payout. */
export interface PartMove {
  readonly part: PayoutPart;
  /** The payout as it is afterwards, under the revision that it had before; `step`: where its state is another. */
  readonly payout: Payout;
  readonly step: PayoutStep | null;
  /** Parts that take its place. */
  readonly instead: readonly PayoutPart[];
  /** What comes back into the balance. */
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
  /** Credited payments of an account that came since then and have not gone back as a whole, newest first. */
  refundable(accountId: string, sinceMs: number, limit: number): Promise<readonly RefundablePayment[]>;
  /** What of a payment has gone back, or is on its way. */
  returned(method: PaymentMethodName, externalId: string): Promise<bigint>;
  /** `false`: the account has a request that waits. */
  request(payout: Payout, step: PayoutStep, news: PayoutNews & { readonly mark: OnceMark | null }): Promise<boolean>;
  /**
   * Lets money leave; `false`, and nothing is written, where the request is not what it was, the money is not there over closed
   * hours, it is on an invoice, or a payment has not so much left.
   */
  leave(leaving: PayoutLeaving, news: PayoutNews): Promise<boolean>;
  /** Refunds a payment not credited to its order; `false`: that was decided before. */
  leaveUncredited(payment: PaymentRecord, leaving: PayoutLeaving, news: PayoutNews): Promise<boolean>;
  /** Ends a request that waits; `false`: it does not. */
  end(payout: Payout, step: PayoutStep, news: PayoutNews): Promise<boolean>;
  /** `false`: the part is not what it was, or its reference counts for another. */
  movePart(move: PartMove, news: PayoutNews): Promise<boolean>;
  /** Notes that a payment service is being asked; `false`: the part is not what it was. */
  asking(part: Pick<PayoutPart, 'id' | 'revision'>): Promise<boolean>;
  /** Nothing has changed, and the service is asked again. */
  askAgain(part: PayoutPart, next: NextQuestion): Promise<void>;
}

/** What control works with for money that leaves. */
export interface PayoutStores {
  readonly payouts: PayoutsStore;
}
