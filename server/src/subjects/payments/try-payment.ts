import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { PaymentServiceError, type RefundStatus } from '../../domain/payments/payment-method.ts';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import { draftOrder, findOrder, orderNote, prepareOrder, type OrderWithPayments } from './orders/orders.ts';
import { openedMethod } from './payment-methods.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** One fen. */
const trialFen = 1n;

/** Creates an order for 0.01 CNY without an account, to test payments and reports of a method. @throws {ApiError} 404, 409 */
export async function tryPayment(
  context: ControlContext,
  principal: Principal,
  name: PaymentMethodName,
): Promise<OrderWithPayments> {
  requireOperator(principal, 'payment method');
  await openedMethod(context, name);
  if (name === 'bank') throw refusal('bank_is_not_tried');
  const order = draftOrder(context, principal, { accountId: null, method: name, purpose: 'check', amountFen: trialFen });
  await context.stores.orders.create(order, null, auditEntry(context, principal, orderNote(order, 'payment-method.try')));
  await prepareOrder(context, principal, order, null);
  return findOrder(context, principal, { id: order.id });
}

/**
 * Refunds a test payment, to test refunds of a method. The refund id is derived from the order id, so the service refunds once, even if
 * asked repeatedly. @throws {ApiError} 404, 409
 */
export async function returnTrial(
  context: ControlContext,
  principal: Principal,
  id: string,
): Promise<Exclude<RefundStatus, { kind: 'doubtful' }>> {
  requireOperator(principal, 'order');
  const { order, payments } = await findOrder(context, principal, { id });
  if (order.purpose !== 'check') throw refusal('order_is_no_trial');
  const payment = payments.find(({ state }) => state === 'credited');
  if (payment === undefined) throw refusal('trial_not_paid');
  const method = found(await openedMethod(context, order.method), 'payment method');
  try {
    const notifyUrl = `${context.payments.origin()}/api/callbacks/${order.method}`;
    const wish = { refundId: `ret_${order.id.slice(4)}`, amountFen: payment.amountFen, notifyUrl };
    const standing = await method.refund(payment, wish);
    return standing.kind === 'doubtful' ? { kind: 'failed', reason: standing.reason } : standing;
  } catch (error) {
    if (error instanceof PaymentServiceError) return { kind: 'failed', reason: error.message };
    throw error;
  }
}
