import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import {
  PaymentServiceError,
  type CallbackAnswer,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
} from '../../domain/payments/payment-method.ts';
import type { ReceivedPayment } from '../../domain/payments/payment-order.ts';
import { checkCharge } from './cards/charge-cards.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { handleDispute } from './payouts/disputes.ts';
import { openedMethod } from './payment-methods.ts';
import { operator, type Principal } from '../../control/principal.ts';
import { receivePayment } from './orders/receive-payment.ts';
import { recordReversal } from './payouts/reversals.ts';
import { storeSavedCard } from './cards/saved-cards.ts';
import { handleRefundReport } from './payouts/send-refunds.ts';

type Paid = Extract<PaymentEvent, { kind: 'paid' }>;

/** The reported payment, confirmed by a query if the report alone is not sufficient proof; `null` if it is not paid. */
async function confirmedPayment(
  { stores }: ControlContext,
  method: PaymentMethod,
  { payment, mustConfirm }: Paid,
): Promise<ReceivedPayment | 'over' | null> {
  if (!mustConfirm) return payment;
  // A recorded payment needs no query, however often it is reported.
  const known = await stores.orders.findPayment(method.name, payment.externalId);
  if (known?.orderId === payment.orderId) return 'over';
  const order = await stores.orders.find(payment.orderId);
  const standing = order?.method === method.name ? await method.query(order) : null;
  if (standing?.kind === 'closed') return 'over';
  return standing?.kind === 'paid' ? standing.payment : null;
}

async function isTaken(
  context: ControlContext,
  principal: Principal,
  method: PaymentMethod,
  event: PaymentEvent,
): Promise<boolean> {
  switch (event.kind) {
    case 'ignored':
      return true;
    case 'refunded':
      await handleRefundReport(context, method.name, event);
      return true;
    case 'disputed':
      await handleDispute(context, principal, method.name, event);
      return true;
    case 'means_saved':
      return (await storeSavedCard(context, event.savingId)) !== 'early';
    case 'charge_failed':
      await checkCharge(context, event.orderId);
      return true;
    case 'gone_back': {
      const late = await recordReversal(context, principal, method, event);
      return late === null || (await receivePayment(context, principal, late)) === 'taken';
    }
    case 'paid': {
      const payment = await confirmedPayment(context, method, event);
      if (payment === null || payment === 'over') return payment === 'over';
      return (await receivePayment(context, principal, payment)) === 'taken';
    }
  }
}

/**
 * Reads a report. If its key is unknown, fetches the key from the service and reads the report again. If a report that must come from the
 * service cannot be verified, operators are notified: until it is fixed, no payments are credited.
 */
async function readReport({ payments }: ControlContext, method: PaymentMethod, raw: RawCallback) {
  const event = method.readCallback(raw);
  if (event.kind !== 'refusal' || event.unproved === undefined) return event;
  let fault = event.reason;
  const { serial } = event.unproved;
  try {
    if (serial !== null && (await method.learnKey?.(serial)) === true) return method.readCallback(raw);
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    fault = `${fault}; ${error.message}`;
  }
  payments.alarms.raise({ kind: 'payment_report_refused', subject: method.name, params: { method: method.name, fault } });
  return event;
}

export interface CallbackOutcome {
  readonly answer: CallbackAnswer;
  /** Whether the report does not come from the payment service. */
  readonly isRefused: boolean;
}

/**
 * Handles a report of a payment service. Acknowledges it once it is recorded; otherwise refuses it, so that it is sent again.
 * @throws {ApiError} 404 for a payment method that is not set up.
 */
export async function handleCallback(
  context: ControlContext,
  {
    name,
    raw,
    sourceIp,
  }: { readonly name: PaymentMethodName; readonly raw: Omit<RawCallback, 'nowMs'>; readonly sourceIp: string },
): Promise<CallbackOutcome> {
  const method = await openedMethod(context, name);
  const event = await readReport(context, method, { ...raw, nowMs: context.clock.nowMs() });
  if (event.kind === 'refusal') {
    context.payments.logger.warn({ method: name, reason: event.reason }, 'a payment report was refused');
    return { answer: method.ack(false), isRefused: true };
  }
  const taken = await isTaken(context, operator(`payment:${name}`, sourceIp), method, event);
  if (!taken)
    context.payments.logger.warn({ method: name }, 'a payment report names an order that does not exist or is not paid');
  return { answer: method.ack(taken), isRefused: false };
}
