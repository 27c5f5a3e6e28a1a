import { operatorPaymentsRoutes } from '@tollgate/contract/payments/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { accountNames } from '../../tenants/accounts/account-names.ts';
import {
  confirmTransfer,
  decidePayment,
  listUndecided,
  verifiedPayer,
  waitingConfirmation,
  withdrawConfirmation,
} from './bank-transfers.ts';
import { findOrder, listOrders, type OrderWithPayments } from './orders.ts';
import type { Principal } from '../../../control/principal.ts';
import type { PaymentOrder } from '../../../domain/payments/payment-order.ts';
import { adminOrderRow, adminOrderView, undecidedView } from './order-view.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../../admin-api/admin-deps.ts';
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

  addRoute(app, operatorPaymentsRoutes.listOrders, async (request) => {
    const { query } = request;
    const principal = principalOf(deps, request);
    const filter = { accountId: query.account_id, state: query.state, method: query.method, search: query.search };
    const { rows, next } = await readPage({ query, places, load: await listOrders(control, principal, filter) });
    const names = await accountNames(
      control,
      principal,
      rows.map(({ accountId }) => accountId),
    );
    return { data: rows.map((order) => adminOrderRow(order, names)), next };
  });

  addRoute(app, operatorPaymentsRoutes.readOrder, async (request) => {
    const principal = principalOf(deps, request);
    return view(deps, principal, await findOrder(control, principal, { id: request.params.id }));
  });

  addRoute(app, operatorPaymentsRoutes.listUndecidedPayments, async (request) => {
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
  });
}

function toDecide(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorPaymentsRoutes.confirmTransfer, async (request) => {
    const principal = principalOf(deps, request);
    return view(deps, principal, await confirmTransfer(control, principal, request.params.id, request.body));
  });

  addRoute(app, operatorPaymentsRoutes.withdrawConfirmation, async (request) => {
    const principal = principalOf(deps, request);
    return view(deps, principal, await withdrawConfirmation(control, principal, request.params.id));
  });

  addRoute(app, operatorPaymentsRoutes.decidePayment, async (request) => {
    const principal = principalOf(deps, request);
    const { method, external_id: externalId, decision } = request.body;
    return view(deps, principal, await decidePayment(control, principal, { method, externalId }, decision));
  });
}
