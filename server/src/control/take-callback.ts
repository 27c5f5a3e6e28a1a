import type { PaymentMethodName } from '@tollgate/contract/payments';
import type { CallbackAnswer, PaymentEvent, PaymentMethod, RawCallback } from '../domain/payments/payment-method.ts';
import { askAboutCharge } from './charge-cards.ts';
import type { ControlContext } from './control-context.ts';
import { freezeAccount } from './freeze-account.ts';
import { openedMethod } from './payment-methods.ts';
import { operator, type Principal } from './principal.ts';
import { receivePayment } from './receive-payment.ts';
import { takeSaved } from './saved-cards.ts';
import { takeRefundReport } from './send-refunds.ts';

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
  const about = { ...params, payment: event.externalId };
  try {
    if (accountId !== null) await freezeAccount(context, principal, accountId);
    logger.error(about, 'a payment is disputed: its account is disabled');
  } catch (error) {
    // The report is refused and comes again.
    logger.error({ ...about, reason: String(error) }, 'a payment is disputed, and its account could not be disabled yet');
    throw error;
  } finally {
    alarms.raise({ kind: 'payment_disputed', subject: event.externalId, params });
  }
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
  if (event.kind === 'means_saved') return (await takeSaved(context, event.savingId)) !== 'early';
  if (event.kind === 'charge_failed') {
    await askAboutCharge(context, event.orderId);
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
