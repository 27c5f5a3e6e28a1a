import { hash } from 'node:crypto';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { formatAmount } from '@tollgate/contract/money';
import { paymentFaults } from '@tollgate/contract/payments/payment-faults';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import { cardName } from '../../../domain/payments/saved-means.ts';
import {
  judgePayment,
  nanoOfFen,
  type PaymentOrder,
  type PaymentRecord,
  type ReceivedPayment,
} from '../../../domain/payments/payment-order.ts';
import { auditEntry, type ControlContext } from '../../../control/control-context.ts';
import { moneyIntoForce } from '../../ledger/money-into-force.ts';
import { orderNote } from './orders.ts';
import { openedMethod } from '../payment-methods.ts';
import { operator, type Principal } from '../../../control/principal.ts';
import { bookReversals, bookReversalsOf } from '../payouts/reversals.ts';
import { findAccount } from '../../../control/within-scope.ts';

/** The credit that pays an order. Its id is derived from the order id, so it exists only once. */
export function orderCredit(
  context: ControlContext,
  principal: Principal,
  { id, method }: PaymentOrder,
  credited: { readonly accountId: string; readonly amountFen: bigint; readonly payment?: ReceivedPayment },
): CreditDraft {
  const { accountId, amountFen, payment } = credited;
  const source = payment === undefined ? ['order', id] : ['payment', method, payment.externalId];
  return {
    id: `led_${hash('sha256', JSON.stringify(source), 'base64url').slice(0, 32)}`,
    accountId,
    bucket: 'paid',
    amount: nanoOfFen(amountFen),
    reason: ledgerSources.write('top_up', { order: id, method }),
    actor: principal.name,
    atMs: context.clock.nowMs(),
  };
}

/** `taken`: recorded, now or earlier. `unknown`: there is no such order. */
export type Reception = 'taken' | 'unknown';

/** Payments for a closed account cannot be used, so operators are asked to refund them. */
async function notifyAfterEnd(context: ControlContext, principal: Principal, { id, method }: PaymentOrder, accountId: string) {
  const { account } = await findAccount(context, principal, accountId);
  if (account.closesAtMs === undefined) return;
  const params = { method, order: id, account: accountId };
  context.payments.alarms.raise({ kind: 'payment_after_end', subject: id, params });
}

/** The notice to the account after an automatic top-up. */
async function automaticNews(
  { stores, clock }: ControlContext,
  { id, accountId, purpose, amountFen }: PaymentOrder,
  credit: CreditDraft | null,
): Promise<AccountNotice | null> {
  if (purpose !== 'auto' || accountId === null || credit === null) return null;
  const [settings, charge] = await Promise.all([stores.autoTopUps.find(accountId), stores.autoTopUps.chargeOf(id)]);
  return {
    accountId,
    kind: 'auto_top_up_done',
    source: `auto-top-up:${id}`,
    link: `/billing/orders/${id}`,
    atMs: clock.nowMs(),
    params: {
      amount: formatAmount(nanoOfFen(amountFen), 2),
      card: charge === null ? '-' : cardName(charge.card),
      threshold: formatAmount(settings?.threshold ?? 0n, 2),
    },
  };
}

function alarmOfMismatch(
  { payments }: ControlContext,
  order: PaymentOrder,
  { externalId }: ReceivedPayment,
  fault: string,
): void {
  const params = { method: order.method, order: order.id, fault };
  payments.logger.error({ ...params, payment: externalId }, 'a payment does not match its order');
  payments.alarms.raise({ kind: 'payment_mismatch', subject: order.id, params });
}

function whyUncredited(order: PaymentOrder, { state, goneBack, amountFen, currency }: PaymentRecord): string {
  if (goneBack === 'unknown') return paymentFaults.write('refunded_before', {});
  if (state === 'surplus') return paymentFaults.write('paid_twice', {});
  const shown = (fen: bigint): string => formatAmount(nanoOfFen(fen), 2);
  return paymentFaults.write('other_amount', { paid: shown(amountFen), currency, asked: shown(order.amountFen) });
}

/** Records refunds of a credited payment. */
async function takenBefore(
  context: ControlContext,
  principal: Principal,
  known: PaymentRecord,
  { goneBack = [] }: ReceivedPayment,
): Promise<Reception> {
  await bookReversals(context, principal, known, goneBack);
  return 'taken';
}

/**
 * Records a received payment. Call it inside the change queue.
 * @param noted additional content of the audit entry.
 */
export async function enterPayment(
  context: ControlContext,
  principal: Principal,
  payment: ReceivedPayment,
  noted: object,
): Promise<Reception> {
  const { stores, clock } = context;
  const order = await stores.orders.find(payment.orderId);
  if (order?.method !== payment.method) return 'unknown';
  const earlier = await stores.orders.findPayment(payment.method, payment.externalId);
  if (earlier?.orderId === order.id) return takenBefore(context, principal, earlier, payment);
  if (earlier !== null) {
    alarmOfMismatch(context, order, payment, paymentFaults.write('other_order', { order: earlier.orderId }));
    return 'taken';
  }
  const state = judgePayment(order, payment);
  const record: PaymentRecord = { ...payment, state, receivedAtMs: clock.nowMs() };
  const { accountId } = order;
  const credit =
    state === 'credited' && accountId !== null
      ? orderCredit(context, principal, order, { accountId, amountFen: payment.amountFen })
      : null;
  const note = orderNote(order, `order.${state === 'credited' ? 'paid' : state}`, {
    payment: payment.externalId,
    received_fen: String(payment.amountFen),
    currency: payment.currency,
    ...noted,
  });
  const notice = await automaticNews(context, order, credit);
  const written = await stores.orders.receive({ payment: record, credit, notice }, auditEntry(context, principal, note));
  if (written === null) throw new Error('an order changed while a payment for it was entered');
  if (credit !== null) {
    await moneyIntoForce(context, credit.accountId, written.planMoved);
    await notifyAfterEnd(context, principal, order, credit.accountId);
  }
  if (state === 'credited') return takenBefore(context, principal, record, payment);
  alarmOfMismatch(context, order, payment, whyUncredited(order, record));
  return 'taken';
}

/** Records a received payment once, however often and by whatever source it is reported. */
export function receivePayment(context: ControlContext, principal: Principal, payment: ReceivedPayment): Promise<Reception> {
  return context.changeQueue.run(() => enterPayment(context, principal, payment, {}));
}

/** A query to a payment service about an order. */
export interface OrderQuestion {
  readonly id: string;
  readonly isLast: boolean;
  /** The order is paid: checks for refunds that happened before its payment became known. */
  readonly isPaid?: boolean | undefined;
}

/**
 * Queries the payment service about an open order, because its report may never arrive. With `isLast`, ends the order if it is unpaid.
 * Repeated until it succeeds, so it also covers an order that is paid while it is being ended. @throws to be retried.
 */
export async function queryOrder(context: ControlContext, { id, isLast, isPaid = false }: OrderQuestion): Promise<string> {
  const order = await context.stores.orders.find(id);
  if (order === null) return 'nothing to do';
  if (!isPaid) return askAboutOpen(context, order, isLast);
  await bookReversalsOf(context, operator(`payment:${order.method}`), await openedMethod(context, order.method), id);
  return 'the refund is booked';
}

async function askAboutOpen(context: ControlContext, order: PaymentOrder, isLast: boolean): Promise<string> {
  const { stores, clock } = context;
  // Automatic charges have a separate queue and never end in an unknown state.
  if (order.state !== 'open' || order.purpose === 'auto') return 'nothing to do';
  const principal = operator(`payment:${order.method}`);
  const record = await stores.paymentMethods.find(order.method);
  const method = record === null ? null : await openedMethod(context, order.method);
  const standing = method === null ? ({ kind: 'closed' } as const) : await method.query(order);
  if (standing.kind === 'paid') {
    await receivePayment(context, principal, standing.payment);
    return 'paid';
  }
  if (standing.kind === 'open' && !isLast) return 'open';
  if (standing.kind === 'open') await method?.close(order);
  await stores.orders.close(order.id, clock.nowMs(), auditEntry(context, principal, orderNote(order, 'order.close')));
  return 'closed';
}
