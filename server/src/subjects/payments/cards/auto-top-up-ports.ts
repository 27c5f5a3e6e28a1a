import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { MonthSpan } from '../../../domain/limits/month-span.ts';
import type { AutoTopUp, Charge, KeptCard } from '../../../domain/payments/auto-top-up.ts';
import type { PaymentOrder } from '../../../domain/payments/payment-order.ts';
import type { MeansIds, SavedCard, Saving } from '../../../domain/payments/saved-means.ts';

/** A stored request to save a card. */
export interface StoredSaving extends Saving {
  readonly method: PaymentMethodName;
  /** The payment service's id of the request; `null` if it was not sent. */
  readonly reference: string | null;
  /** Whether the request has no result yet. */
  readonly isOpen: boolean;
  readonly madeBy: string;
  readonly createdAtMs: number;
}

/** A balance below the limit of the account, and what to charge for it. */
export interface Fall {
  readonly settings: AutoTopUp;
  readonly card: KeptCard;
  /** Number of the last credit; a further credit changes the balance. */
  readonly lastCredit: bigint;
}

/** Additional rows written with a change of the settings. */
export interface AutoTopUpNews {
  readonly notice: AccountNotice | null;
  readonly audit: AuditEntry;
}

export interface ForgottenCard {
  readonly id: string;
  readonly method: PaymentMethodName;
  readonly ids: MeansIds;
  /** Whether an order is being charged to the card and its result is unknown. */
  readonly isCharged: boolean;
}

/** Each change requires the revision that was read. `false`: the revision has changed, and nothing was written. */
export interface AutoTopUpsStore {
  /** `null` if the account has no settings yet. */
  find(accountId: string): Promise<AutoTopUp | null>;
  card(accountId: string): Promise<KeptCard | null>;
  put(settings: AutoTopUp, news: AutoTopUpNews): Promise<boolean>;
  /** Also removes the card and queues its deletion at the payment service. */
  putWithoutCard(settings: AutoTopUp, audit: AuditEntry): Promise<boolean>;
  /** Accounts that need a top-up now. */
  fallen(nowMs: number): Promise<readonly string[]>;
  /** The same for one account; `null` if it needs no top-up. */
  fallOf(accountId: string, nowMs: number): Promise<Fall | null>;
  /** Total of paid and open automatic orders in a month. */
  chargedFen(accountId: string, span: MonthSpan): Promise<bigint>;
  /** Creates an order and queues its charge, unless another order is open, the balance has risen, or the monthly maximum is reached. */
  order(order: PaymentOrder, fall: Fall, span: MonthSpan, audit: AuditEntry): Promise<boolean>;
  /** Notifies the account once per source. */
  tell(notice: AccountNotice): Promise<void>;
  /** `null` if the order is not automatic. */
  chargeOf(orderId: string): Promise<Charge | null>;
  /** Whether the order may still be charged: the account is active, automatic top-up is on, and the balance has not risen. */
  mayCharge(accountId: string): Promise<boolean>;
  /** Records that the payment service is asked from now on. `false`: the order has ended. */
  begin(orderId: string, atMs: number): Promise<boolean>;
  /** Ends an order that was not paid. `false`: it had already ended. */
  fail(order: PaymentOrder, after: AutoTopUp, news: AutoTopUpNews): Promise<boolean>;
}

export interface SavedCardsStore {
  /** Also queues queries to the payment service. `false`: the account has started too many requests recently. */
  begin(saving: StoredSaving, most: { readonly count: number; readonly sinceMs: number }): Promise<boolean>;
  find(id: string): Promise<StoredSaving | null>;
  referenced(id: string, reference: string): Promise<void>;
  /** Requests without a result, newest first. */
  open(accountId: string, nowMs: number): Promise<readonly StoredSaving[]>;
  /**
   * Stores the saved card once, replacing the previous one. With `isWanted` false, only queues its deletion at the payment service.
   * `false`: this was done before.
   */
  keep(
    saving: StoredSaving,
    card: SavedCard,
    at: { readonly atMs: number; readonly isWanted: boolean },
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Removed cards that the payment service may still know. */
  removed(accountId: string): Promise<readonly ForgottenCard[]>;
  forgotten(id: string): Promise<void>;
}
