import { paymentsRoutes } from '@tollgate/contract/payments/console-routes';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { createOrder, findOrder, listOrders, orderFenMax, prepareOrder } from './orders.ts';
import { offeredMethods } from '../payment-methods.ts';
import type { PaymentOrder } from '../../../domain/payments/payment-order.ts';
import { orderRow, orderView, showFen } from './order-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../../console-api/console-deps.ts';
import { answerOnce } from '../../../console-api/idempotent.ts';
import { principalOf } from '../../../console-api/request-principal.ts';
const places = timePlaces(({ id, createdAtMs }: PaymentOrder) => ({ atMs: createdAtMs, id }));

export const ordersResource: ConsoleResource = (app, deps) => {
  toTopUp(app, deps);
  ofOrders(app, deps);
};

function toTopUp(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  addRoute(app, paymentsRoutes.readTopUp, async (request) => {
    const methods = await offeredMethods(control, principalOf(request), request.params.accountId);
    return {
      methods: methods.map(({ name, settings }) => ({ name, label: settings.label ?? '' })),
      amount_min: showFen(1n),
      amount_max: showFen(orderFenMax),
    };
  });

  addRoute(app, paymentsRoutes.createOrder, (request, reply) =>
    answerOnce(deps, request, reply, async (mark) => {
      const principal = principalOf(request);
      const markOf = (order: PaymentOrder) => mark(orderView({ order, payments: [] }, control.clock.nowMs()));
      const asked = { accountId: request.params.accountId, request: request.body };
      await prepareOrder(control, principal, await createOrder(control, principal, asked, markOf), markOf);
    }),
  );
}

function ofOrders(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, paymentsRoutes.listOrders, async (request) => {
    const { query, params } = request;
    const filter = { accountId: params.accountId, search: query.search };
    const load = await listOrders(control, principalOf(request), filter);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(orderRow), next };
  });

  addRoute(app, paymentsRoutes.readOrder, async (request) => {
    const { accountId, orderId: id } = request.params;
    return orderView(await findOrder(control, principalOf(request), { accountId, id }), control.clock.nowMs());
  });

  addRoute(app, paymentsRoutes.checkOrder, async (request) => {
    const principal = principalOf(request);
    const { accountId, orderId: id } = request.params;
    const found = await findOrder(control, principal, { accountId, id });
    const nowMs = control.clock.nowMs();
    if (found.order.purpose === 'auto') throw refusal('order_pays_itself');
    if (found.order.state !== 'open' || found.order.expiresAtMs <= nowMs) throw refusal('order_over');
    const order = found.order.step === null ? await prepareOrder(control, principal, found.order, null) : found.order;
    return orderView({ ...found, order }, nowMs);
  });
}
