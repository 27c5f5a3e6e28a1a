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

/** Work to do about cards at the service that keeps them. */
export type CardTask =
  | { readonly kind: 'read'; readonly savingId: string }
  | { readonly kind: 'forget'; readonly accountId: string };

/** A card that is kept, as its holder knows it. */
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
  /** A balance below it is topped up. */
  readonly threshold: NanoCny;
  readonly amountFen: bigint;
  readonly monthlyMaxFen: bigint;
  /** Refusals in a row, and why the last one was. */
  readonly refusals: number;
  readonly fault: ChargeFault | null;
  /** Not before, after one that failed. */
  readonly retryAtMs: number;
  /** Counts up with each change, so that of many who change it one does; 0: nothing was ever chosen. */
  readonly revision: number;
}

/** The means that an automatic order is charged to. */
export interface Charge {
  readonly ids: MeansIds;
  readonly card: CardShown;
  /** The last time at which the service may have received a request; `null`: it was never asked. */
  readonly begunAtMs: number | null;
}

const fenOf = (cny: string): bigint => (parseAmount(cny) * 100n) / nanoPerCny;

/** For an account that has chosen nothing. */
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
/** After the first refusal, after the second, and after a service that was away. */
const pausesMs = [hourMs, 6 * hourMs] as const;

/** Faults for which the card is not to blame. */
const blameless: readonly ChargeFault[] = ['service_away', 'called_off'];

/** The state after a failed attempt: refused three times in a row, it is stopped. */
export function afterFault(before: AutoTopUp, fault: ChargeFault, nowMs: number): AutoTopUp {
  if (fault === 'called_off' || before.state !== 'on') return before;
  if (blameless.includes(fault)) return { ...before, fault, retryAtMs: nowMs + hourMs };
  const refusals = before.refusals + 1;
  const refused = { ...before, refusals, fault, retryAtMs: nowMs + (pausesMs[refusals - 1] ?? hourMs) };
  return refusals < refusalsMax ? refused : { ...refused, state: 'stopped', stop: 'failures' };
}

/** How long the service may still receive a charge whose attempt was interrupted. */
export const chargeTransitMs = 10 * 60_000;
