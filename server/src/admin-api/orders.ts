import {
  adminOrderAnswer,
  adminOrderList,
  adminOrdersQuery,
  confirmTransferRequest,
  decidePaymentRequest,
  undecidedPaymentList,
} from '@tollgate/contract/admin/orders';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { accountNames } from '../control/account-names.ts';
import {
  confirmTransfer,
  decidePayment,
  listUndecided,
  verifiedPayer,
  waitingConfirmation,
  withdrawConfirmation,
} from '../control/bank-transfers.ts';
import { findOrder, listOrders, type OrderWithPayments } from '../control/orders.ts';
import type { Principal } from '../control/principal.ts';
import type { PaymentOrder } from '../domain/payments/payment-order.ts';
import { adminOrderRow, adminOrderView, undecidedView } from '../views/order-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Money'];
const operators = ['administrator', 'finance'] as const;
const places = timePlaces(({ id, createdAtMs }: PaymentOrder) => ({ atMs: createdAtMs, id }));

async function view({ control }: AdminDeps, principal: Principal, found: OrderWithPayments) {
  const names = await accountNames(control, principal, [found.order.accountId]);
  const confirmation = await waitingConfirmation(control, principal, found.order.id);
  const verifiedName = await verifiedPayer(control, principal, found.order.accountId);
  return adminOrderView(found, confirmation, { names, verifiedName, nowMs: control.clock.nowMs() });
}

export const ordersResource: AdminResource = (app, deps) => {
  toRead(app, deps);
  toDecide(app, deps);
};

function toRead(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.get(
    '/orders',
    {
      schema: {
        tags,
        summary: 'List orders',
        description: 'What accounts pay or have paid, newest first.',
        querystring: adminOrdersQuery,
        response: answers(adminOrderList),
      },
    },
    async (request) => {
      const { query } = request;
      const principal = principalOf(deps, request);
      const filter = { accountId: query.account_id, state: query.state, method: query.method };
      const { rows, next } = await readPage({ query, places, load: await listOrders(control, principal, filter) });
      const names = await accountNames(
        control,
        principal,
        rows.map(({ accountId }) => accountId),
      );
      return { data: rows.map((order) => adminOrderRow(order, names)), next };
    },
  );

  app.get(
    '/orders/:id',
    { schema: { tags, summary: 'Read an order', params: idParams, response: answers(adminOrderAnswer) } },
    async (request) => {
      const principal = principalOf(deps, request);
      return view(deps, principal, await findOrder(control, principal, { id: request.params.id }));
    },
  );

  app.get(
    '/payments/undecided',
    {
      schema: {
        tags,
        summary: 'List payments that an operator has to decide about',
        description: 'Not the amount that was asked for, or for an order that was paid before; oldest first, the first 200.',
        response: answers(undecidedPaymentList),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const payments = await listUndecided(control, principal);
      const orders = await Promise.all(payments.map(({ orderId: id }) => findOrder(control, principal, { id })));
      const names = await accountNames(
        control,
        principal,
        orders.map(({ order }) => order.accountId),
      );
      return {
        data: payments.flatMap((payment, at) => {
          const order = orders[at]?.order;
          return order === undefined ? [] : [undecidedView(payment, order, names)];
        }),
      };
    },
  );
}

function toDecide(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.post(
    '/orders/:id/confirm',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Confirm a bank transfer',
        description:
          'As the statement shows it; each bank reference counts once. Above the sum that is set for bank transfers a second operator has to confirm the same. A payer who is not the verified enterprise of the account needs `payer_reason`, which goes into the audit log. Another amount than asked for is not credited before an operator decides.',
        params: idParams,
        body: confirmTransferRequest,
        response: answers(adminOrderAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      return view(deps, principal, await confirmTransfer(control, principal, request.params.id, request.body));
    },
  );

  app.delete(
    '/orders/:id/confirm',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Withdraw what the first operator has confirmed',
        params: idParams,
        response: answers(adminOrderAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      return view(deps, principal, await withdrawConfirmation(control, principal, request.params.id));
    },
  );

  app.post(
    '/payments/decide',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Decide about a payment',
        description: 'That came with another amount than asked for, or for an order that was paid before.',
        body: decidePaymentRequest,
        response: answers(adminOrderAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const { method, external_id: externalId, decision } = request.body;
      return view(deps, principal, await decidePayment(control, principal, { method, externalId }, decision));
    },
  );
}
