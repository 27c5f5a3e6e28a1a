import { hash } from 'node:crypto';
import type { PaymentMethodName } from '@tollgate/contract/payments';
import type { CreditDraft } from '../domain/books/ledger.ts';
import type { CallbackAnswer, PaymentEvent, PaymentMethod, RawCallback } from '../domain/payments/payment-method.ts';
import {
  judgePayment,
  nanoOfFen,
  type PaymentOrder,
  type PaymentRecord,
  type ReceivedPayment,
} from '../domain/payments/payment-order.ts';
import { patchAccount } from './accounts.ts';
import { auditEntry, type ControlContext } from './control-context.ts';
import { moneyIntoForce } from './money-into-force.ts';
import { orderNote } from './orders.ts';
import { openedMethod } from './payment-methods.ts';
import { takeRefundReport } from './send-refunds.ts';
import { operator, type Principal } from './principal.ts';
import { findAccount } from './within-scope.ts';

/** The credit that pays an order; its id is made from the order's, so that there is one. */
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
    ...{ accountId, bucket: 'paid', amount: nanoOfFen(amountFen), reason: `top-up ${id} (${method})` },
    ...{ actor: principal.name, atMs: context.clock.nowMs() },
  };
}

/** `taken`: it is in the books, now or since before. `unknown`: there is no such order. */
export type Reception = 'taken' | 'unknown';

/** Nobody uses what comes for an account that ends: it should go back. */
async function tellAfterEnd(context: ControlContext, principal: Principal, { id, method }: PaymentOrder, accountId: string) {
  const { account } = await findAccount(context, principal, accountId);
  if (account.closesAtMs === undefined) return;
  const params = { method, order: id, account: accountId };
  context.payments.alarms.raise({ kind: 'payment_after_end', subject: id, params });
}

/**
 * Enters money that has arrived; to be called inside the change queue.
 * @param noted what else the audit log is to tell of it.
 */
export async function enterPayment(
  context: ControlContext,
  principal: Principal,
  payment: ReceivedPayment,
  noted: object,
): Promise<Reception> {
  const { stores, payments, clock } = context;
  const order = await stores.orders.find(payment.orderId);
  if (order?.method !== payment.method) return 'unknown';
  const earlier = await stores.orders.findPayment(payment.method, payment.externalId);
  const mismatch = (fault: string): void => {
    const params = { method: order.method, order: order.id, fault };
    payments.logger.error({ ...params, payment: payment.externalId }, 'a payment does not match its order');
    payments.alarms.raise({ kind: 'payment_mismatch', subject: order.id, params });
  };
  if (earlier !== null) {
    if (earlier.orderId !== order.id) mismatch(`was reported for order ${earlier.orderId}, too`);
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
    ...{ payment: payment.externalId, received_fen: String(payment.amountFen), currency: payment.currency },
    ...noted,
  });
  const written = await stores.orders.receive({ payment: record, credit }, auditEntry(context, principal, note));
  if (written === null) throw new Error('an order changed while a payment for it was entered');
  if (credit !== null) {
    await moneyIntoForce(context, credit.accountId, written.planMoved);
    await tellAfterEnd(context, principal, order, credit.accountId);
  }
  if (state === 'surplus') mismatch('paid twice');
  if (state === 'mismatch')
    mismatch(`${String(payment.amountFen)} fen ${payment.currency} for ${String(order.amountFen)} fen CNY`);
  return 'taken';
}

/** Enters money that has arrived, once, however often and from wherever it is reported. */
function receivePayment(context: ControlContext, principal: Principal, payment: ReceivedPayment): Promise<Reception> {
  return context.changeQueue.run(() => enterPayment(context, principal, payment, {}));
}

/** Freezes the account whose payment somebody wants back: what it was paid with may be stolen. */
async function freeze(
  context: ControlContext,
  principal: Principal,
  name: PaymentMethodName,
  event: Extract<PaymentEvent, { kind: 'disputed' }>,
) {
  const payment = await context.stores.orders.findPayment(name, event.externalId);
  const order = payment === null ? null : await context.stores.orders.find(payment.orderId);
  const accountId = order?.accountId ?? null;
  const { alarms, logger } = context.payments;
  const params = { order: order?.id ?? '-', account: accountId ?? '-' };
  logger.error({ ...params, payment: event.externalId }, 'a payment is disputed: its account is disabled');
  alarms.raise({ kind: 'payment_disputed', subject: event.externalId, params });
  if (accountId === null) return;
  await patchAccount(context, principal, accountId, { status: 'disabled' });
}

async function isTaken(
  context: ControlContext,
  principal: Principal,
  method: PaymentMethod,
  event: PaymentEvent,
): Promise<boolean> {
  if (event.kind === 'ignored') return true;
  if (event.kind === 'refunded') {
    await takeRefundReport(context, method.name, event);
    return true;
  }
  if (event.kind === 'disputed') {
    await freeze(context, principal, method.name, event);
    return true;
  }
  let { payment } = event;
  if (event.mustConfirm) {
    // One that is in the books needs no question, however often it is sent again.
    const known = await context.stores.orders.findPayment(method.name, payment.externalId);
    if (known?.orderId === payment.orderId) return true;
    const order = await context.stores.orders.find(payment.orderId);
    const standing = order === null ? null : await method.query(order);
    if (standing?.kind !== 'paid') return false;
    ({ payment } = standing);
  }
  return (await receivePayment(context, principal, payment)) === 'taken';
}

export interface CallbackOutcome {
  readonly answer: CallbackAnswer;
  /** No payment service sent it. */
  readonly isRefused: boolean;
}

/**
 * Takes what a payment service reports. It is answered when what it says is in the books, and refused, so that it comes again, where
 * that could not be. @throws {ApiError} 404 for a method that is not set up.
 */
export async function takeCallback(
  context: ControlContext,
  {
    name,
    raw,
    sourceIp,
  }: { readonly name: PaymentMethodName; readonly raw: Omit<RawCallback, 'nowMs'>; readonly sourceIp: string },
): Promise<CallbackOutcome> {
  const method = await openedMethod(context, name);
  const event = method.readCallback({ ...raw, nowMs: context.clock.nowMs() });
  if (event.kind === 'refusal') {
    context.payments.logger.warn({ method: name, reason: event.reason }, 'a report that no payment service sent was refused');
    return { answer: method.ack(false), isRefused: true };
  }
  const taken = await isTaken(context, operator(`payment:${name}`, sourceIp), method, event);
  if (!taken)
    context.payments.logger.warn({ method: name }, 'a payment was reported for an order that is not there, or not paid');
  return { answer: method.ack(taken), isRefused: false };
}

/**
 * Asks the payment service about an order that is open, because its report may never come; `isLast`: and ends the order if it is not
 * paid. Repeated until it ends well: an order that is paid while it is ended is told so by the service. @throws to be tried again.
 */
export async function askAboutOrder(
  context: ControlContext,
  { id, isLast }: { readonly id: string; readonly isLast: boolean },
): Promise<string> {
  const { stores, clock } = context;
  const order = await stores.orders.find(id);
  if (order?.state !== 'open') return 'nothing to do';
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
  await stores.orders.close(id, clock.nowMs(), auditEntry(context, principal, orderNote(order, 'order.close')));
  return 'closed';
}
