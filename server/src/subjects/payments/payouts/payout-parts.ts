import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import { nanoOfFen } from '../../../domain/payments/payment-order.ts';
import {
  stateOfParts,
  type PayeeAccount,
  type Payout,
  type PayoutPart,
  type PayoutStep,
  type PayoutWithParts,
} from '../../../domain/payments/payout.ts';
import { found, invalid, type ControlContext } from '../../../control/control-context.ts';
import { moneyIntoForce } from '../../ledger/money-into-force.ts';
import type { NextQuestion } from './payout-ports.ts';
import { newPart, payoutEntryId } from './payout-approval.ts';
import { payoutNews } from './payout-news.ts';
import { findPayout } from './payouts.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireOperator } from '../../../control/within-scope.ts';

/** An operator's action on one part. */
export type PartAct =
  /** Paid by hand, with the bank's reference of the transfer. */
  | { readonly kind: 'send'; readonly reference: string }
  /** The payment has arrived. */
  | { readonly kind: 'confirm' }
  /** The payment service is asked again. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'to_bank'; readonly payee: PayeeAccount | null }
  /** The part cannot be paid and returns to the balance. */
  | { readonly kind: 'give_back'; readonly reason: string };

/** A part after an action, and the effects of the action. */
export interface PartChange {
  readonly part: PayoutPart;
  readonly instead?: PayoutPart;
  readonly payee?: PayeeAccount;
  readonly givesBack?: boolean;
  /** When to ask the payment service; omitted if it is not asked. */
  readonly ask?: NextQuestion;
  /** The reason shown to the account. */
  readonly note?: string;
  /** Whether the account is notified of the step; true by default. */
  readonly isReported?: boolean;
}

/** Whether the part must be paid by hand and is not paid yet. */
function waitsForHand({ byHand, state }: PayoutPart): boolean {
  return byHand && state === 'waiting';
}

function retried(part: PayoutPart): PartChange | null {
  if (part.byHand) return null;
  const ask = { afterMs: 0, asked: 0 };
  // A part with an unknown result is queried, not started again.
  if (part.state === 'asked' || part.state === 'sent') return { part, ask };
  if (part.state !== 'failed') return null;
  return { part: { ...part, state: 'waiting', attempt: part.attempt + 1, fault: null }, ask };
}

/** @throws {ApiError} 400 */
function sentToBank(context: ControlContext, payout: Payout, part: PayoutPart, given: PayeeAccount | null): PartChange | null {
  if (part.method === 'bank' || !(part.state === 'failed' || waitsForHand(part))) return null;
  const payee = given ?? payout.payee;
  if (payee === null) throw invalid('payee', 'is required because the account has not entered a bank account: ask for one');
  const { payment, amountFen } = part;
  const instead = newPart(context, payout.id, { method: 'bank', payment, byHand: true, amountFen });
  return { part: { ...part, state: 'dropped' }, instead, payee };
}

/** @throws {ApiError} 409 */
function givenBack(payout: Payout, part: PayoutPart, reason: string): PartChange | null {
  if (!(part.state === 'failed' || waitsForHand(part))) return null;
  if (!payout.isBooked) throw refusal('payment_not_booked');
  return { part: { ...part, state: 'dropped' }, givesBack: true, note: reason };
}

/** `null`: the action is impossible in the state of the part. @throws {ApiError} 400, 409 */
function changeOf(context: ControlContext, { payout }: PayoutWithParts, part: PayoutPart, act: PartAct): PartChange | null {
  const atMs = context.clock.nowMs();
  switch (act.kind) {
    case 'send':
      if (!waitsForHand(part)) return null;
      return { part: { ...part, state: 'sent', reference: act.reference.trim(), sentAtMs: atMs } };
    case 'confirm':
      return part.byHand && part.state === 'sent' ? { part: { ...part, state: 'done', doneAtMs: atMs } } : null;
    case 'retry':
      return retried(part);
    case 'to_bank':
      return sentToBank(context, payout, part, act.payee);
    case 'give_back':
      return givenBack(payout, part, act.reason);
  }
}

function creditOf({ id, accountId }: Payout, part: PayoutPart, actor: string, atMs: number): CreditDraft {
  return {
    id: payoutEntryId('back', part.id),
    accountId,
    bucket: 'paid',
    amount: nanoOfFen(part.amountFen),
    reason: ledgerSources.write('payout_failed', { payout: id }),
    actor,
    atMs,
  };
}

const nothingElse = { givesBack: false, ask: null, note: null, isReported: true } as const;

/**
 * Writes the result of a part with the resulting state of its payout, and notifies the account if the payout reached a new state. Call it
 * inside the change queue. `false`: another node has changed the part meanwhile.
 */
export async function writePartChange(
  context: ControlContext,
  principal: Principal,
  { payout: before, parts }: PayoutWithParts,
  change: PartChange & { readonly action: string },
): Promise<boolean> {
  const { part, instead, payee, givesBack, ask, note, isReported, action } = { ...nothingElse, payee: before.payee, ...change };
  const atMs = context.clock.nowMs();
  const givenBackFen = before.givenBackFen + (givesBack ? part.amountFen : 0n);
  const after = [...parts.filter(({ id }) => id !== part.id), part, ...(instead === undefined ? [] : [instead])];
  const state = stateOfParts(after, givenBackFen);
  const payout: Payout = { ...before, state, payee, givenBackFen };
  const step: PayoutStep | null = state === before.state ? null : { state, atMs, actor: principal.name, note };
  const credit = givesBack ? creditOf(payout, part, principal.name, atMs) : null;
  // If a bank returns a part, only operators see it until its next step is known.
  const isSetBack = state === 'approved';
  const news = payoutNews(context, principal, payout, { action, step, part, isReported: isReported && !isSetBack });
  const move = { part, payout, step, instead: instead === undefined ? [] : [instead], givenBack: credit, ask };
  if (!(await context.stores.payouts.movePart(move, news))) return false;
  if (credit !== null) await moneyIntoForce(context, payout.accountId, false);
  return true;
}

const reasonOfAct = {
  send: 'refund_part_not_sendable',
  confirm: 'refund_part_not_confirmable',
  retry: 'refund_part_not_retryable',
  to_bank: 'refund_part_not_for_bank',
  give_back: 'refund_part_not_for_balance',
} as const satisfies Readonly<Record<PartAct['kind'], RefusalReason>>;

/** Runs an action on a part once, even if it is requested repeatedly. @throws {ApiError} 400, 404, 409 */
export function movePart(
  context: ControlContext,
  principal: Principal,
  { id, partId }: { readonly id: string; readonly partId: string },
  act: PartAct,
): Promise<PayoutWithParts> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'return');
    const record = await findPayout(context, principal, { id });
    const part = found(
      record.parts.find((one) => one.id === partId),
      'part of a return',
    );
    const change = changeOf(context, record, part, act);
    if (change === null) throw refusal(reasonOfAct[act.kind], { state: part.state });
    if (!(await writePartChange(context, principal, record, { ...change, action: `part-${act.kind.replace('_', '-')}` })))
      throw refusal(act.kind === 'send' ? 'refund_reference_used' : 'refund_part_changed');
    return findPayout(context, principal, { id });
  });
}
