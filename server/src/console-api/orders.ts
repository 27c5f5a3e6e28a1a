import { accountParams } from '@tollgate/contract/console/account';
import {
  createOrderRequest,
  orderAnswer,
  orderList,
  orderParams,
  ordersQuery,
  topUpOffer,
} from '@tollgate/contract/console/orders';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { createOrder, findOrder, listOrders, orderFenMax, prepareOrder } from '../control/orders.ts';
import { offeredMethods } from '../control/payment-methods.ts';
import { conflict } from '../control/control-context.ts';
import type { PaymentOrder } from '../domain/payments/payment-order.ts';
import { orderRow, orderView, showFen } from '../views/order-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { answerOnce, onceDescription } from './idempotent.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: top-up'];
const listPath = `${accountPath}/orders`;
const onePath = `${listPath}/:orderId`;
const places = timePlaces(({ id, createdAtMs }: PaymentOrder) => ({ atMs: createdAtMs, id }));

export const ordersResource: ConsoleResource = (app, deps) => {
  toTopUp(app, deps);
  ofOrders(app, deps);
};

function toTopUp(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  app.get(
    `${accountPath}/top-up`,
    {
      config: { who: 'money.read' },
      schema: { tags, summary: 'Read how an account can be topped up', params: accountParams, response: answers(topUpOffer) },
    },
    async (request) => {
      const methods = await offeredMethods(control, principalOf(request), request.params.accountId);
      return {
        methods: methods.map(({ name, settings }) => ({ name, label: settings.label ?? '' })),
        ...{ amount_min: showFen(1n), amount_max: showFen(orderFenMax) },
      };
    },
  );

  app.post(
    listPath,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Make an order to top up',
        description: `\`step\` says what is to be done to pay. It can be paid for two hours, by bank transfer for seven days; what comes later is credited all the same. ${onceDescription}`,
        params: accountParams,
        body: createOrderRequest,
        response: answers(orderAnswer, 201),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (mark) => {
        const principal = principalOf(request);
        const markOf = (order: PaymentOrder) => mark(orderView({ order, payments: [] }, control.clock.nowMs()));
        const asked = { accountId: request.params.accountId, request: request.body };
        await prepareOrder(control, principal, await createOrder(control, principal, asked, markOf), markOf);
      }),
  );
}

function ofOrders(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    listPath,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'List orders',
        description: 'Newest first.',
        params: accountParams,
        querystring: ordersQuery,
        response: answers(orderList),
      },
    },
    async (request) => {
      const { query, params } = request;
      const load = await listOrders(control, principalOf(request), { accountId: params.accountId });
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(orderRow), next };
    },
  );

  app.get(
    onePath,
    {
      config: { who: 'money.read' },
      schema: { tags, summary: 'Read an order', params: orderParams, response: answers(orderAnswer) },
    },
    async (request) => {
      const { accountId, orderId: id } = request.params;
      return orderView(await findOrder(control, principalOf(request), { accountId, id }), control.clock.nowMs());
    },
  );

  app.post(
    `${onePath}/prepare`,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Ask the payment service again',
        description: 'For an order whose `step` is `null` because the service could not be asked.',
        params: orderParams,
        response: answers(orderAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { accountId, orderId: id } = request.params;
      const found = await findOrder(control, principal, { accountId, id });
      const nowMs = control.clock.nowMs();
      if (found.order.purpose === 'auto') throw conflict('This order is charged to the saved card by itself.');
      if (found.order.state !== 'open' || found.order.expiresAtMs <= nowMs) throw conflict('This order is over. Make a new one.');
      const order = found.order.step === null ? await prepareOrder(control, principal, found.order, null) : found.order;
      return orderView({ ...found, order }, nowMs);
    },
  );
}
