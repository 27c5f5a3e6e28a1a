import { hash } from 'node:crypto';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import type { ApprovePayoutRequest, RefundPaymentRequest } from '@tollgate/contract/payments/operator-payouts';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import { nanoOfFen, type PaymentRecord } from '../../../domain/payments/payment-order.ts';
import {
  refundableSinceMs,
  wayBack,
  type PartWay,
  type PayeeAccount,
  type Payout,
  type PayoutPart,
  type PayoutStep,
  type PayoutWithParts,
} from '../../../domain/payments/payout.ts';
import { stopAutoTopUp } from '../cards/auto-top-ups.ts';
import { found, invalid, type ControlContext } from '../../../control/control-context.ts';
import { moneyIntoForce } from '../../ledger/money-into-force.ts';
import { payoutNews } from './payout-news.ts';
import type { PayoutLeaving, PayoutNews } from './payout-ports.ts';
import { findPayout, payoutWays, readFen, readReturnable, refundWays, tooMuchToReturn } from './payouts.ts';
import type { Principal } from '../../../control/principal.ts';
import { whileReserved } from '../../ledger/while-reserved.ts';
import { requireOperator } from '../../../control/within-scope.ts';

export function payoutEntryId(...source: readonly string[]): string {
  return `led_${hash('sha256', JSON.stringify(['payout', ...source]), 'base64url').slice(0, 32)}`;
}

/** The id is derived from the payout id, so the debit exists only once. */
export function debitOf({ id, accountId, amountFen }: Payout, actor: string, atMs: number): CreditDraft {
  return {
    id: payoutEntryId(id),
    accountId,
    bucket: 'payout',
    amount: -nanoOfFen(amountFen),
    reason: ledgerSources.write('payout', { payout: id }),
    actor,
    atMs,
  };
}

export function newPart({ ids }: Pick<ControlContext, 'ids'>, payoutId: string, way: PartWay): PayoutPart {
  return {
    id: ids.named('rfd'),
    payoutId,
    state: 'waiting',
    revision: 0,
    attempt: 1,
    reference: null,
    fault: null,
    sentAtMs: null,
    doneAtMs: null,
    ...way,
  };
}

function requirePayee(payee: PayeeAccount | null, ways: readonly PartWay[]): void {
  if (payee === null && ways.some(({ method }) => method === 'bank'))
    throw invalid(
      'payee',
      'is required because a part cannot use the original payment method: ask the account for a bank account',
    );
}

/**
 * Deducts money from the balance. The amount is first reserved by the step that admits calls and counts everything in progress. Neither
 * calls nor other payouts can then use it. @throws {ApiError} 409
 */
async function leave(
  context: ControlContext,
  principal: Principal,
  leaving: PayoutLeaving & { readonly debit: CreditDraft },
  news: PayoutNews,
): Promise<void> {
  const { accountId, amountFen } = leaving.payout;
  const amount = nanoOfFen(amountFen);
  const { credits } = await context.stores.ledger.totals(accountId);
  const done = await whileReserved(context, { accountId, amount, credits }, async () => {
    if ((await readReturnable(context, principal, accountId, amount)).returnableFen < amountFen) return false;
    // Prevents the automatic top-up from charging refunded money again at once.
    await stopAutoTopUp(context, principal, accountId, 'money_returned');
    if (!(await context.stores.payouts.leave(leaving, news))) return false;
    await moneyIntoForce(context, accountId, false);
    return true;
  });
  if (done === true) return;
  const { payout } = (await context.stores.payouts.find(leaving.payout.id)) ?? {};
  if (payout !== undefined && payout.state !== 'requested') throw refusal('refund_just_decided');
  throw tooMuchToReturn((await readReturnable(context, principal, accountId)).returnableFen);
}

/** An operator approves a request, in full or in part, and the money leaves the balance. @throws {ApiError} 400, 404, 409 */
export function approvePayout(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: ApprovePayoutRequest,
): Promise<PayoutWithParts> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'return');
    const { payout: before } = await findPayout(context, principal, { id });
    if (before.state !== 'requested') throw refusal('refund_not_approvable', { state: before.state });
    const amountFen = request.amount === undefined ? before.requestedFen : readFen(request.amount);
    if (amountFen > before.requestedFen) throw invalid('amount', 'must be at most the requested amount');
    const payout: Payout = { ...before, state: 'approved', amountFen, payee: request.payee ?? before.payee };
    const ways = await payoutWays(context, principal, payout.accountId, amountFen);
    requirePayee(payout.payee, ways);
    const atMs = context.clock.nowMs();
    const step: PayoutStep = { state: 'approved', atMs, actor: principal.name, note: null };
    const parts = ways.map((way) => newPart(context, id, way));
    const leaving = { payout, steps: [step], parts, debit: debitOf(payout, principal.name, atMs) };
    await leave(context, principal, leaving, payoutNews(context, principal, payout, { action: 'approve', step }));
    return findPayout(context, principal, { id });
  });
}

interface ToRefund {
  readonly accountId: string;
  readonly payment: PaymentRecord;
  readonly amountFen: bigint;
}

/** The payment of an order to refund, and the amount. @throws {ApiError} 400, 404, 409 */
async function findToRefund(
  { stores }: ControlContext,
  orderId: string,
  { method, external_id: externalId, amount }: RefundPaymentRequest,
): Promise<ToRefund> {
  const { accountId } = found(await stores.orders.find(orderId), 'order');
  const payment = found(await stores.orders.findPayment(method, externalId), 'payment');
  if (payment.orderId !== orderId) found(null, 'payment');
  if (accountId === null) throw refusal('refund_of_trial');
  if (payment.state === 'returned') throw refusal('payment_returned');
  if (payment.currency !== 'CNY') throw refusal('refund_of_other_currency');
  const leftFen = payment.amountFen - (await stores.payouts.returned(method, externalId));
  const amountFen = amount === undefined ? leftFen : readFen(amount);
  if (amountFen > leftFen || leftFen <= 0n) throw tooMuchToReturn(leftFen > 0n ? leftFen : 0n);
  if (payment.state !== 'credited' && amountFen !== payment.amountFen)
    throw invalid('amount', 'must be omitted: this payment was not credited, so it is refunded as a whole');
  return { accountId, payment, amountFen };
}

/**
 * An operator refunds one payment in full or in part. Credited money leaves the balance; a payment not credited to its order is returned
 * directly.
 * @throws {ApiError} 400, 404, 409
 */
export function refundPayment(
  context: ControlContext,
  principal: Principal,
  orderId: string,
  request: RefundPaymentRequest,
): Promise<PayoutWithParts> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'order');
    const { payouts } = context.stores;
    const { accountId, payment, amountFen } = await findToRefund(context, orderId, request);
    const isCredited = payment.state === 'credited';
    const atMs = context.clock.nowMs();
    const payout: Payout = {
      id: context.ids.named('ret'),
      accountId,
      kind: 'refund',
      state: 'approved',
      revision: 0,
      requestedFen: amountFen,
      amountFen,
      givenBackFen: 0n,
      isBooked: isCredited,
      reason: request.reason,
      payee: request.payee ?? null,
      madeBy: principal.name,
      createdAtMs: atMs,
    };
    const isTooOld = payment.receivedAtMs < refundableSinceMs(atMs);
    const way = wayBack(payment, amountFen, isTooOld ? 'bank' : (await refundWays(context, principal))(payment.method));
    requirePayee(payout.payee, [way]);
    const step: PayoutStep = { state: 'approved', atMs, actor: principal.name, note: request.reason };
    const news = payoutNews(context, principal, payout, {
      action: 'refund',
      step,
      after: { order: orderId, payment: payment.externalId },
    });
    const leaving = { payout, steps: [step], parts: [newPart(context, payout.id, way)] };
    if (isCredited) await leave(context, principal, { ...leaving, debit: debitOf(payout, principal.name, atMs) }, news);
    else if (!(await payouts.leaveUncredited(payment, { ...leaving, debit: null }, news))) throw refusal('payment_decided');
    return findPayout(context, principal, { id: payout.id });
  });
}
