import { payoutKinds, payoutPartStates, payoutStates } from '@tollgate/contract/payments/payments';
import type { PayeeAccount, Payout, PayoutPart, PayoutStep } from '../../../domain/payments/payout.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { methodNameOf, oneOf, timeOf, timeOrNull } from '../orders/order-rows.ts';

type Row = Readonly<Record<string, unknown>>;

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function payoutOf(row: Row): Payout {
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    kind: oneOf(payoutKinds, row.kind),
    state: oneOf(payoutStates, row.state),
    revision: Number(wholeNumber(row.revision)),
    requestedFen: wholeNumber(row.requested_fen),
    amountFen: wholeNumber(row.amount_fen),
    givenBackFen: wholeNumber(row.given_back_fen),
    isBooked: typeof row.ledger_id === 'string',
    reason: textOrNull(row.reason),
    payee: typeof row.payee === 'string' ? (JSON.parse(row.payee) as PayeeAccount) : null,
    madeBy: String(row.made_by),
    createdAtMs: timeOf(row.created_at),
  };
}

export function payoutStepOf(row: Row): PayoutStep {
  return {
    state: oneOf(payoutStates, row.state),
    atMs: timeOf(row.at),
    actor: String(row.actor),
    note: textOrNull(row.note),
  };
}

export function partOf(row: Row): PayoutPart {
  const externalId = textOrNull(row.external_id);
  return {
    id: String(row.id),
    payoutId: String(row.payout_id),
    method: methodNameOf(row.method),
    payment: externalId === null ? null : { method: methodNameOf(row.paid_by), externalId, orderId: String(row.order_id) },
    byHand: wholeNumber(row.by_hand) === 1n,
    amountFen: wholeNumber(row.amount_fen),
    state: oneOf(payoutPartStates, row.state),
    revision: Number(wholeNumber(row.revision)),
    attempt: Number(wholeNumber(row.attempt)),
    reference: textOrNull(row.reference),
    fault: textOrNull(row.fault),
    sentAtMs: timeOrNull(row.sent_at),
    doneAtMs: timeOrNull(row.done_at),
  };
}
