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
  /** The service's id of it; `null`: it was not requested. */
  readonly reference: string | null;
  /** It has no result yet. */
  readonly isOpen: boolean;
  readonly madeBy: string;
  readonly createdAtMs: number;
}

/** A balance below the account's limit, and the action for it. */
export interface Fall {
  readonly settings: AutoTopUp;
  readonly card: KeptCard;
  /** Number of the last credit: another one changes the balance. */
  readonly lastCredit: bigint;
}

/** Additional rows that a change of the settings writes. */
export interface AutoTopUpNews {
  readonly notice: AccountNotice | null;
  readonly audit: AuditEntry;
}

export interface ForgottenCard {
  readonly id: string;
  readonly method: PaymentMethodName;
  readonly ids: MeansIds;
  /** An order is charged to it, and how that ends is not known. */
  readonly isCharged: boolean;
}

/** Each change is written under the revision that was read; `false`: it is another now, and nothing was. */
export interface AutoTopUpsStore {
  /** `null`: nothing was ever chosen. */
  find(accountId: string): Promise<AutoTopUp | null>;
  card(accountId: string): Promise<KeptCard | null>;
  put(settings: AutoTopUp, news: AutoTopUpNews): Promise<boolean>;
  /** Removes the card as well: the service is asked to delete it. */
  putWithoutCard(settings: AutoTopUp, audit: AuditEntry): Promise<boolean>;
  /** Accounts that are to be topped up now. */
  fallen(nowMs: number): Promise<readonly string[]>;
  /** The same of one account; `null`: it is not to be topped up. */
  fallOf(accountId: string, nowMs: number): Promise<Fall | null>;
  /** For a month: paid, and open. */
  chargedFen(accountId: string, span: MonthSpan): Promise<bigint>;
  /** Makes an order with its charge in the queue, unless another is open, the balance has risen or the month's sum is reached. */
  order(order: PaymentOrder, fall: Fall, span: MonthSpan, audit: AuditEntry): Promise<boolean>;
  /** Notifies the account once per source. */
  tell(notice: AccountNotice): Promise<void>;
  /** `null`: it is no automatic order. */
  chargeOf(orderId: string): Promise<Charge | null>;
  /** Whether it still is to be charged: in use, on, and the balance no higher meanwhile. */
  mayCharge(accountId: string): Promise<boolean>;
  /** Notes that the service is asked from now on; `false`: the order is over. */
  begin(orderId: string, atMs: number): Promise<boolean>;
  /** Ends an order for which nothing came; `false`: it was over. */
  fail(order: PaymentOrder, after: AutoTopUp, news: AutoTopUpNews): Promise<boolean>;
}

export interface SavedCardsStore {
  /** With questions to the service; `false`: the account has begun too often of late. */
  begin(saving: StoredSaving, most: { readonly count: number; readonly sinceMs: number }): Promise<boolean>;
  find(id: string): Promise<StoredSaving | null>;
  referenced(id: string, reference: string): Promise<void>;
  /** Those that have not ended, newest first. */
  open(accountId: string, nowMs: number): Promise<readonly StoredSaving[]>;
  /**
   * Keeps the saved card in place of the previous one, once; `isWanted` false: only to have the service delete it. `false`: that was done
   * before.
   */
  keep(
    saving: StoredSaving,
    card: SavedCard,
    at: { readonly atMs: number; readonly isWanted: boolean },
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Cards that were taken away, which the service may still know. */
  removed(accountId: string): Promise<readonly ForgottenCard[]>;
  forgotten(id: string): Promise<void>;
}
