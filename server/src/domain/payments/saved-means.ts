import type { ChargeFault } from '@tollgate/contract/payments/payments';
import type { PaymentOrder, ReceivedPayment } from './payment-order.ts';

/** A payment service's ids of saved means of payment. Kept sealed, and never shown. */
export interface MeansIds {
  readonly customer: string;
  readonly means: string;
}

/** A card as its holder knows it. */
export interface CardShown {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** Such as `visa ···· 4242`. */
export function cardName({ brand, last4 }: CardShown): string {
  return `${brand} ···· ${last4}`;
}

export interface SavedCard extends CardShown {
  readonly ids: MeansIds;
}

/** A request to save a card, stored before the service receives it. */
export interface Saving {
  /** At most 32 of `[0-9A-Za-z_]`. */
  readonly id: string;
  readonly accountId: string;
  readonly expiresAtMs: number;
}

export type ChargeStatus =
  | { readonly kind: 'paid'; readonly payment: ReceivedPayment }
  | { readonly kind: 'pending' }
  /** Nothing was taken, and nothing will be. `reason`: the service's own words, for operators. */
  | { readonly kind: 'failed'; readonly fault: ChargeFault; readonly reason: string }
  /** The service has no record of it: it was never requested. */
  | { readonly kind: 'unknown' };

/** Means of payment that a service keeps. Each of these may be repeated. @throws {PaymentServiceError} */
export interface SavedMeans {
  /** `url`: where its holder enters it, returning to `returnUrl`; `reference`: the service's id of that. */
  begin(saving: Saving, returnUrl: string): Promise<{ readonly url: string; readonly reference: string }>;
  /** The saved card; `null`: none so far. */
  read(reference: string): Promise<SavedCard | null>;
  /** Charges an order automatically; the id of the order makes it happen once. */
  charge(order: PaymentOrder, ids: MeansIds): Promise<ChargeStatus>;
  /** The result of that charge; a refused one is ended, so that it cannot be paid any more. */
  queryCharge(order: PaymentOrder, ids: MeansIds): Promise<ChargeStatus>;
  /** The service keeps it no longer. */
  forget(ids: MeansIds): Promise<void>;
}
