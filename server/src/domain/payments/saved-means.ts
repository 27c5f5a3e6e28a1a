import type { ChargeFault } from '@tollgate/contract/payments/payments';
import type { PaymentOrder, ReceivedPayment } from './payment-order.ts';

/** What a payment service knows saved means of payment by. Kept sealed, and shown to nobody. */
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

/** Somebody's wish to save a card, stored before the service hears of it. */
export interface Saving {
  /** At most 32 of `[0-9A-Za-z_]`. */
  readonly id: string;
  readonly accountId: string;
  readonly expiresAtMs: number;
}

export type ChargeStanding =
  | { readonly kind: 'paid'; readonly payment: ReceivedPayment }
  | { readonly kind: 'pending' }
  /** Nothing was taken, and nothing will be. `reason`: the service's own words, for operators. */
  | { readonly kind: 'failed'; readonly fault: ChargeFault; readonly reason: string }
  /** The service knows nothing of it: it was never asked. */
  | { readonly kind: 'unknown' };

/** Means of payment that a service keeps. Each of these may be repeated. @throws {PaymentServiceError} */
export interface SavedMeans {
  /** `url`: where its holder enters it, to go on at `returnUrl`; `reference`: what the service calls that. */
  begin(saving: Saving, returnUrl: string): Promise<{ readonly url: string; readonly reference: string }>;
  /** What was saved; `null`: nothing, so far. */
  read(reference: string): Promise<SavedCard | null>;
  /** Takes what an order is over, while nobody is there; the id of the order makes that happen once. */
  charge(order: PaymentOrder, ids: MeansIds): Promise<ChargeStanding>;
  /** What has become of that; one that was refused is ended, so that nobody can pay it any more. */
  queryCharge(order: PaymentOrder, ids: MeansIds): Promise<ChargeStanding>;
  /** The service keeps it no longer. */
  forget(ids: MeansIds): Promise<void>;
}
