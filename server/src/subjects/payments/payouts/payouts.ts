import { formatAmount, nanoPerCny, type NanoCny } from '@tollgate/contract/money';
import { paymentMethodNames, type PaymentMethodName } from '@tollgate/contract/payments/payments';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { paidMoneyOf, payableOut } from '../../../domain/books/consumed-paid.ts';
import { PaymentSettingsError } from '../../../domain/payments/payment-services.ts';
import { fenOfNano, nanoOfFen } from '../../../domain/payments/payment-order.ts';
import {
  refundableSinceMs,
  splitPayout,
  type PartWay,
  type PayeeAccount,
  type Payout,
  type PayoutStep,
  type PayoutWithParts,
  type RefundWay,
} from '../../../domain/payments/payout.ts';
import { balanceNow } from '../../ledger/balance-now.ts';
import { readAmount } from '../../../control/amounts.ts';
import { found, invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Pages } from '../../../control/page-ports.ts';
import type { OnceMark } from '../../../control/once-ports.ts';
import { openedMethod } from '../payment-methods.ts';
import { payoutNews } from './payout-news.ts';
import type { ListedPayout, PayoutsFilter } from './payout-ports.ts';
import type { TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireRoom } from '../../../control/require-room.ts';
import { findAccount, findWholeAccount, requireOperator, requireWholeAccount } from '../../../control/within-scope.ts';

const nanoPerFen = nanoPerCny / 100n;
/** Maximum number of payments that one payout refunds; the rest goes to a bank account. */
const paymentsMax = 50;

/** The refundable money of an account and the figures behind it, in nano-CNY except fen. */
export interface Returnable {
  readonly returnableFen: bigint;
  /** Paid and not refunded money, and the part that calls have used or may use. */
  readonly paid: NanoCny;
  readonly consumed: NanoCny;
  readonly available: NanoCny;
  readonly reserved: NanoCny;
}

/**
 * min(base − consumed paid, available), with current usage and reservations, rounded down to fen.
 * @param own the part of the reservations that belongs to this payout. @throws {ApiError} 404
 */
export async function readReturnable(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  own: NanoCny = 0n,
): Promise<Returnable> {
  await findWholeAccount(context, principal, accountId);
  const [totals, { used, reserved: held }] = await Promise.all([
    context.stores.ledger.totals(accountId),
    balanceNow(context, principal, accountId),
  ]);
  const reserved = held - own;
  const available = totals.credits - used - reserved;
  const { base, consumed } = paidMoneyOf(totals, used + reserved);
  return {
    returnableFen: payableOut(totals, { used, reserved, available }) / nanoPerFen,
    paid: base,
    consumed,
    available,
    reserved,
  };
}

/** How each payment method refunds. A method that is no longer configured, or configured wrongly, refunds to a bank account. */
export async function refundWays(
  context: ControlContext,
  principal: Principal,
): Promise<(method: PaymentMethodName) => RefundWay> {
  requireWholeAccount(principal, 'account');
  const ways = new Map<PaymentMethodName, RefundWay>();
  const records = await context.stores.paymentMethods.list();
  for (const name of paymentMethodNames) {
    if (!records.some((record) => record.name === name) || !context.payments.services.fields.has(name)) continue;
    try {
      ways.set(name, (await openedMethod(context, name)).refundWay);
    } catch (error) {
      if (!(error instanceof PaymentSettingsError)) throw error;
    }
  }
  return (method) => ways.get(method) ?? 'bank';
}

/** How an amount is paid out: to the original payments, newest first, and the rest to a bank account. @throws {ApiError} 404 */
export async function payoutWays(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  amountFen: bigint,
): Promise<readonly PartWay[]> {
  await findAccount(context, principal, accountId);
  const sinceMs = refundableSinceMs(context.clock.nowMs());
  const payments = await context.stores.payouts.refundable(accountId, sinceMs, paymentsMax);
  return splitPayout(amountFen, payments, await refundWays(context, principal));
}

export interface PayoutOffer extends Returnable {
  /** Amounts up to this one are refunded to the original payments. */
  readonly asPaidFen: bigint;
  readonly waiting: string | null;
}

/** The amount that members can request. @throws {ApiError} 404 */
export async function readPayoutOffer(context: ControlContext, principal: Principal, accountId: string): Promise<PayoutOffer> {
  const returnable = await readReturnable(context, principal, accountId);
  const ways = await payoutWays(context, principal, accountId, returnable.returnableFen);
  const toBank = ways.reduce((sum, { method, amountFen }) => (method === 'bank' ? sum + amountFen : sum), 0n);
  return {
    ...returnable,
    asPaidFen: returnable.returnableFen - toBank,
    waiting: await context.stores.payouts.waiting(accountId),
  };
}

/** @throws {ApiError} 400 */
export function readFen(text: string): bigint {
  const fen = fenOfNano(readAmount('amount', text, { decimalsMax: 2 }));
  if (fen === null || fen < 1n) throw invalid('amount', 'must be at least "0.01"');
  return fen;
}

export function tooMuchToReturn(returnableFen: bigint) {
  const most = formatAmount(nanoOfFen(returnableFen), 2);
  return refusal('refund_exceeded', { amount: most });
}

/** A payout requested by members. */
export interface RequestedPayout {
  readonly accountId: string;
  /** Decimal string in CNY; `null` for everything that can be refunded. */
  readonly amount: string | null;
  readonly reason: string | null;
  /** A bank account for the amount that cannot be refunded to the original payments. */
  readonly payee: PayeeAccount | null;
}

/**
 * Requests a payout. The money stays in the balance and can be used until an operator approves. An account can have one waiting request at
 * a time.
 * @param markOf creates the idempotency mark, if the request had a key.
 * @throws {ApiError} 400, 404, 409
 */
export function requestPayout(
  context: ControlContext,
  principal: Principal,
  wish: RequestedPayout,
  markOf: ((made: PayoutWithParts) => OnceMark) | null,
): Promise<PayoutWithParts> {
  return context.changeQueue.run(async () => {
    requireWholeAccount(principal, 'account');
    const { accountId, reason, payee } = wish;
    await requireRoom(context, principal, 'payouts', { accountId });
    const { payouts } = context.stores;
    const { returnableFen } = await readReturnable(context, principal, accountId);
    const amountFen = wish.amount === null ? returnableFen : readFen(wish.amount);
    if (amountFen > returnableFen || amountFen === 0n) throw tooMuchToReturn(returnableFen);
    const ways = await payoutWays(context, principal, accountId, amountFen);
    if (payee === null && ways.some(({ method }) => method === 'bank'))
      throw invalid('payee', 'is required because a part of this amount cannot use the original payment method');
    const atMs = context.clock.nowMs();
    const payout: Payout = {
      id: context.ids.named('ret'),
      accountId,
      kind: 'request',
      state: 'requested',
      revision: 0,
      requestedFen: amountFen,
      amountFen,
      givenBackFen: 0n,
      isBooked: false,
      reason,
      payee,
      madeBy: principal.name,
      createdAtMs: atMs,
    };
    const step: PayoutStep = { state: 'requested', atMs, actor: principal.name, note: null };
    const made = { payout, parts: [], steps: [step] };
    const news = payoutNews(context, principal, payout, { action: 'request', step });
    if (await payouts.request(payout, step, { ...news, mark: markOf === null ? null : markOf(made) })) return made;
    throw refusal('refund_waits');
  });
}

interface WhichPayout {
  readonly id: string;
  readonly accountId?: string | undefined;
}

/** A payout that the principal can see. @throws {ApiError} 404 */
export async function findPayout(
  context: ControlContext,
  principal: Principal,
  { id, accountId }: WhichPayout,
): Promise<PayoutWithParts> {
  if (accountId === undefined) requireOperator(principal, 'return');
  else {
    await findWholeAccount(context, principal, accountId);
  }
  const record = found(await context.stores.payouts.find(id), 'return');
  if (accountId !== undefined && record.payout.accountId !== accountId) found(null, 'return');
  return record;
}

/** Newest first. @throws {ApiError} 404 */
export async function listPayouts(
  context: ControlContext,
  principal: Principal,
  filter: PayoutsFilter,
): Promise<Pages<ListedPayout, TimePosition>> {
  if (filter.accountId === undefined) requireOperator(principal, 'list of returns');
  else {
    await findWholeAccount(context, principal, filter.accountId);
  }
  return (page) => context.stores.payouts.list(filter, page);
}

/** Ends a request that waits for a decision: members withdraw it, operators reject it with a reason. @throws {ApiError} 404, 409 */
export function endPayout(
  context: ControlContext,
  principal: Principal,
  which: WhichPayout,
  reason: string | null,
): Promise<PayoutWithParts> {
  return context.changeQueue.run(async () => {
    if (reason !== null) requireOperator(principal, 'return');
    const { payout, steps, parts } = await findPayout(context, principal, which);
    if (payout.state !== 'requested') throw refusal('refund_not_endable', { state: payout.state });
    const state = reason === null ? 'withdrawn' : 'rejected';
    const step: PayoutStep = { state, atMs: context.clock.nowMs(), actor: principal.name, note: reason };
    const ended: Payout = { ...payout, state };
    const news = payoutNews(context, principal, ended, { action: reason === null ? 'withdraw' : 'reject', step });
    if (!(await context.stores.payouts.end(ended, step, news))) throw refusal('refund_just_decided');
    return { payout: ended, parts, steps: [...steps, step] };
  });
}
