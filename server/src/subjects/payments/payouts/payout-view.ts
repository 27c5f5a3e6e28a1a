import type { AdminPayoutAnswer } from '@tollgate/contract/payments/operator-payouts';
import type { PayoutAnswer, PayoutRow } from '@tollgate/contract/payments/console-payouts';
import type { ListedPayout } from './payout-ports.ts';
import type { PayoutOffer, Returnable } from './payouts.ts';
import { showAmount } from '../../../control/amounts.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { Payout, PayoutPart, PayoutWithParts } from '../../../domain/payments/payout.ts';
import { showFen } from '../orders/order-view.ts';

export function payoutRow(payout: Payout): PayoutRow {
  return {
    id: payout.id,
    kind: payout.kind,
    state: payout.state,
    reason: payout.reason,
    made_by: payout.madeBy,
    requested: showFen(payout.requestedFen),
    amount: showFen(payout.amountFen),
    given_back: showFen(payout.givenBackFen),
    created_at: showTime(payout.createdAtMs),
  };
}

function partView(part: PayoutPart): PayoutAnswer['parts'][number] {
  return {
    id: part.id,
    method: part.method,
    state: part.state,
    reference: part.reference,
    order_id: part.payment?.orderId ?? null,
    amount: showFen(part.amountFen),
    sent_at: showTimeOrNull(part.sentAtMs),
    done_at: showTimeOrNull(part.doneAtMs),
  };
}

export function payoutView({ payout, parts, steps }: PayoutWithParts): PayoutAnswer {
  return {
    ...payoutRow(payout),
    payee: payout.payee,
    parts: parts.filter(({ state }) => state !== 'dropped').map(partView),
    steps: steps.map(({ state, atMs, note }) => ({ state, at: showTime(atMs), note })),
  };
}

export function payoutOfferView(offer: PayoutOffer) {
  return {
    returnable: showFen(offer.returnableFen),
    paid: showAmount(offer.paid),
    consumed: showAmount(offer.consumed),
    available: showAmount(offer.available),
    reserved: showAmount(offer.reserved),
    as_paid: showFen(offer.asPaidFen),
    waiting: offer.waiting,
  };
}

export function adminPayoutRow({ payout, isTroubled, isToPay }: ListedPayout, names: ReadonlyMap<string, string>) {
  const { accountId } = payout;
  return {
    ...payoutRow(payout),
    account_id: accountId,
    account_name: names.get(accountId) ?? null,
    troubled: isTroubled,
    to_pay: isToPay,
  };
}

export function adminPayoutView(
  record: PayoutWithParts,
  { returnableFen }: Returnable,
  names: ReadonlyMap<string, string>,
): AdminPayoutAnswer {
  const { payout, parts, steps } = record;
  return {
    ...payoutRow(payout),
    payee: payout.payee,
    account_id: payout.accountId,
    account_name: names.get(payout.accountId) ?? null,
    returnable: showFen(returnableFen),
    parts: parts.map((part) => ({ ...partView(part), by_hand: part.byHand, attempts: part.attempt, fault: part.fault })),
    steps: steps.map(({ state, atMs, actor, note }) => ({ state, at: showTime(atMs), actor, note })),
  };
}
