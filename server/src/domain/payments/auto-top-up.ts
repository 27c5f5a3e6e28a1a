import {
  autoTopUpBounds,
  refusalsMax,
  type AutoTopUpState,
  type AutoTopUpStop,
} from '@tollgate/contract/payments/auto-top-up-states';
import { nanoPerCny, parseAmount, type NanoCny } from '@tollgate/contract/money';
import type { ChargeFault, PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { CardShown, MeansIds } from './saved-means.ts';

export const chargeQueue = 'charges';
export const cardQueue = 'cards';

/** Pending work on cards at the service that stores them. */
export type CardTask =
  | { readonly kind: 'read'; readonly savingId: string }
  | { readonly kind: 'forget'; readonly accountId: string };

/** A stored card, as its holder knows it. */
export interface KeptCard extends CardShown {
  readonly id: string;
  readonly method: PaymentMethodName;
  readonly savedAtMs: number;
}

/** How an account is topped up automatically. */
export interface AutoTopUp {
  readonly accountId: string;
  readonly state: AutoTopUpState;
  readonly stop: AutoTopUpStop | null;
  /** A balance below this amount is topped up. */
  readonly threshold: NanoCny;
  readonly amountFen: bigint;
  readonly monthlyMaxFen: bigint;
  /** Number of consecutive refusals, and the reason for the last one. */
  readonly refusals: number;
  readonly fault: ChargeFault | null;
  /** After a failed charge, the next one is not made before this time. */
  readonly retryAtMs: number;
  /** Increased with each change, so that only one of several concurrent changes succeeds; 0 if nothing was ever set. */
  readonly revision: number;
}

/** The payment method that an automatic order is charged to. */
export interface Charge {
  readonly ids: MeansIds;
  readonly card: CardShown;
  /** The last time at which the service may have received a request; `null` if no request was made. */
  readonly begunAtMs: number | null;
}

const fenOf = (cny: string): bigint => (parseAmount(cny) * 100n) / nanoPerCny;

/** The settings of an account that has not chosen any. */
export function unchosen(accountId: string): AutoTopUp {
  const { threshold, amount, monthly_maximum: maximum } = autoTopUpBounds;
  return {
    accountId,
    state: 'off',
    stop: null,
    threshold: parseAmount(threshold.first),
    amountFen: fenOf(amount.first),
    monthlyMaxFen: fenOf(maximum.first),
    refusals: 0,
    fault: null,
    retryAtMs: 0,
    revision: 0,
  };
}

const hourMs = 3_600_000;
/** Pauses after the first refusal, after the second, and after the service was unavailable. */
const pausesMs = [hourMs, 6 * hourMs] as const;

/** Faults that are not caused by the card. */
const blameless: readonly ChargeFault[] = ['service_away', 'called_off'];

/** The state after a failed attempt. After three consecutive refusals it is stopped. */
export function afterFault(before: AutoTopUp, fault: ChargeFault, nowMs: number): AutoTopUp {
  if (fault === 'called_off' || before.state !== 'on') return before;
  if (blameless.includes(fault)) return { ...before, fault, retryAtMs: nowMs + hourMs };
  const refusals = before.refusals + 1;
  const refused = { ...before, refusals, fault, retryAtMs: nowMs + (pausesMs[refusals - 1] ?? hourMs) };
  return refusals < refusalsMax ? refused : { ...refused, state: 'stopped', stop: 'failures' };
}

/** How long the service may still receive a charge whose attempt was interrupted. */
export const chargeTransitMs = 10 * 60_000;
