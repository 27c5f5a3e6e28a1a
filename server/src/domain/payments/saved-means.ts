import type { ChargeFault } from '@tollgate/contract/payments/payments';
import type { PaymentOrder, ReceivedPayment } from './payment-order.ts';

/** A payment service's IDs of saved payment methods. Stored sealed, and never shown. */
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
  /** Nothing was charged, and nothing will be. `reason` is the service's own message, for operators. */
  | { readonly kind: 'failed'; readonly fault: ChargeFault; readonly reason: string }
  /** The service has no record of it, so it was never requested. */
  | { readonly kind: 'unknown' };

/**
 * Payment methods that a service stores. Each operation may be repeated.
 * @throws {PaymentServiceError}
 */
export interface SavedMeans {
  /**
   * `url`: the page on which the holder enters the card, and which returns to `returnUrl`. `reference`: the service's ID of the process.
   */
  begin(saving: Saving, returnUrl: string): Promise<{ readonly url: string; readonly reference: string }>;
  /** The saved card; `null` if there is none yet. */
  read(reference: string): Promise<SavedCard | null>;
  /** Charges an order automatically. The order's ID ensures that this happens once. */
  charge(order: PaymentOrder, ids: MeansIds): Promise<ChargeStatus>;
  /** The result of that charge. A refused charge is cancelled, so that it can no longer be paid. */
  queryCharge(order: PaymentOrder, ids: MeansIds): Promise<ChargeStatus>;
  /** Deletes the payment method at the service. */
  forget(ids: MeansIds): Promise<void>;
}
