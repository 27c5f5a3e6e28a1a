import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { refusal } from '@tollgate/contract/refusals/refusal';
import {
  fenOfNano,
  orderLifeMs,
  type PaymentOrder,
  type PaymentRecord,
  type PaymentStep,
} from '../../../domain/payments/payment-order.ts';
import { PaymentServiceError } from '../../../domain/payments/payment-method.ts';
import { readAmount } from '../../../control/amounts.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Pages } from '../../../control/page-ports.ts';
import type { OnceMark } from '../../../control/once-ports.ts';
import { openedMethod } from '../payment-methods.ts';
import type { OrdersFilter } from '../payment-ports.ts';
import type { TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireRoom } from '../../../control/require-room.ts';
import { findAccount, findWholeAccount, requireOperator } from '../../../control/within-scope.ts';

/** Maximum per order, in fen: one million CNY. */
export const orderFenMax = 100_000_000n;
const remarkLength = 10;

export interface OrderRequest {
  readonly amount: string;
  readonly method: PaymentMethodName;
}

function fenOf(amount: string): bigint {
  const fen = fenOfNano(readAmount('amount', amount, { decimalsMax: 2 }));
  if (fen === null || fen < 1n) throw invalid('amount', 'must be at least "0.01"');
  if (fen > orderFenMax)
    throw invalid('amount', `must be at most "${String(orderFenMax / 100n)}": create several orders for more`);
  return fen;
}

/** A new order, not stored yet. */
export function draftOrder(
  context: ControlContext,
  principal: Principal,
  order: Pick<PaymentOrder, 'accountId' | 'method' | 'purpose' | 'amountFen'>,
): PaymentOrder {
  const nowMs = context.clock.nowMs();
  return {
    ...order,
    id: context.ids.named('ord'),
    state: 'open',
    remark: `TG${context.ids.typed(remarkLength)}`,
    step: null,
    madeBy: principal.name,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + orderLifeMs(order.method),
    paidAtMs: null,
    closedAtMs: null,
    refundedFen: 0n,
    refundingFen: 0n,
    fault: null,
  };
}

export function orderNote({ id, accountId, method, amountFen }: PaymentOrder, action: string, after?: object) {
  const what = { order: id, method, amount_fen: String(amountFen), ...after };
  return accountId === null
    ? { action, objectKind: 'payment-method', objectId: method, after: what }
    : { action, objectKind: 'account', objectId: accountId, after: what };
}

/**
 * Stores an order before any payment service receives it, so that no payment can arrive for a missing order.
 * @throws {ApiError} 400, 404, 409
 */
export function createOrder(
  context: ControlContext,
  principal: Principal,
  { accountId, request }: { readonly accountId: string; readonly request: OrderRequest },
  markOf: (order: PaymentOrder) => OnceMark,
): Promise<PaymentOrder> {
  return context.changeQueue.run(async () => {
    const { account } = await findWholeAccount(context, principal, accountId);
    if (account.closesAtMs !== undefined) throw refusal('closing_account_orders_nothing');
    for (const noun of ['openOrders', 'ordersMade'] as const) await requireRoom(context, principal, noun, { accountId });
    const amountFen = fenOf(request.amount);
    const record = await context.stores.paymentMethods.find(request.method);
    if (record?.enabled !== true) throw invalid('method', 'must be one of the available payment methods');
    const order = draftOrder(context, principal, { accountId, method: request.method, purpose: 'top_up', amountFen });
    await context.stores.orders.create(order, markOf(order), auditEntry(context, principal, orderNote(order, 'order.create')));
    return order;
  });
}

/**
 * Requests the payment details from the payment service. If it is unreachable, operators are alarmed; the order stays unchanged and can be
 * prepared again.
 */
export async function prepareOrder(
  context: ControlContext,
  principal: Principal,
  order: PaymentOrder,
  markOf: ((prepared: PaymentOrder) => OnceMark) | null,
): Promise<PaymentOrder> {
  if (order.accountId === null) requireOperator(principal, 'order');
  else await findAccount(context, principal, order.accountId);
  const { clock, payments, stores } = context;
  const opened = await openedMethod(context, order.method);
  const origin = payments.origin();
  const goOn = order.accountId === null ? `operator/top-ups?order=${order.id}` : `billing/orders/${order.id}`;
  let step: PaymentStep;
  try {
    step = await opened.create(order, {
      notifyUrl: `${origin}/api/callbacks/${order.method}`,
      returnUrl: `${origin}/${goOn}`,
      nowMs: clock.nowMs(),
    });
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    payments.logger.error(
      { method: order.method, order: order.id, reason: error.message },
      'a payment service did not accept an order',
    );
    const params = { method: order.method, fault: error.message };
    payments.alarms.raise({ kind: 'payment_service_failed', subject: order.method, params });
    return order;
  }
  const prepared = { ...order, step };
  await stores.orders.prepared(order.id, step, markOf === null ? null : markOf(prepared));
  return prepared;
}

export interface OrderWithPayments {
  readonly order: PaymentOrder;
  readonly payments: readonly PaymentRecord[];
}

/** An order that the principal can see. @throws {ApiError} 404 */
export async function findOrder(
  context: ControlContext,
  principal: Principal,
  { accountId, id }: { readonly accountId?: string | undefined; readonly id: string },
): Promise<OrderWithPayments> {
  if (accountId === undefined) requireOperator(principal, 'order');
  else {
    await findWholeAccount(context, principal, accountId);
  }
  const order = found(await context.stores.orders.find(id), 'order');
  if (accountId !== undefined && order.accountId !== accountId) found(null, 'order');
  return { order, payments: await context.stores.orders.payments(id) };
}

/** Newest first. @throws {ApiError} 404 */
export async function listOrders(
  context: ControlContext,
  principal: Principal,
  filter: OrdersFilter,
): Promise<Pages<PaymentOrder, TimePosition>> {
  if (filter.accountId === undefined) requireOperator(principal, 'list of orders');
  else {
    await findWholeAccount(context, principal, filter.accountId);
  }
  return (page) => context.stores.orders.list(filter, page);
}
