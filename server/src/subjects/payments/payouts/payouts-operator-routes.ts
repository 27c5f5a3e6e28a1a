import { operatorPaymentsRoutes } from '@tollgate/contract/payments/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { FastifyRequest } from 'fastify';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { accountNames } from '../../tenants/accounts/account-names.ts';
import { approvePayout, refundPayment } from './payout-approval.ts';
import { actOnPart } from './act-on-part.ts';
import type { PartAct } from './payout-parts.ts';
import { endPayout, findPayout, listPayouts, readReturnable } from './payouts.ts';
import type { Payout, PayoutWithParts } from '../../../domain/payments/payout.ts';
import { adminPayoutRow, adminPayoutView } from './payout-view.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../../admin-api/admin-deps.ts';
const places = timePlaces(({ payout: { id, createdAtMs } }: { readonly payout: Payout }) => ({ atMs: createdAtMs, id }));

async function view(deps: AdminDeps, request: FastifyRequest, record: PayoutWithParts) {
  const { control } = deps;
  const principal = principalOf(deps, request);
  const { accountId } = record.payout;
  const names = await accountNames(control, principal, [accountId]);
  return adminPayoutView(record, await readReturnable(control, principal, accountId), names);
}

export const payoutsResource: AdminResource = (app, deps) => {
  toRead(app, deps);
  toDecide(app, deps);
  toPay(app, deps);
};

function toRead(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorPaymentsRoutes.listPayouts, async (request) => {
    const { account_id: accountId, order_id: orderId, state, open, ...query } = request.query;
    const principal = principalOf(deps, request);
    const load = await listPayouts(control, principal, { accountId, orderId, state, isOpen: open === 'true' });
    const { rows, next } = await readPage({ query, places, load });
    const names = await accountNames(
      control,
      principal,
      rows.map(({ payout }) => payout.accountId),
    );
    return { data: rows.map((row) => adminPayoutRow(row, names)), next };
  });

  addRoute(app, operatorPaymentsRoutes.readPayout, async (request) =>
    view(deps, request, await findPayout(control, principalOf(deps, request), { id: request.params.id })),
  );
}

function toDecide(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorPaymentsRoutes.approvePayout, async (request) =>
    view(deps, request, await approvePayout(control, principalOf(deps, request), request.params.id, request.body)),
  );

  addRoute(app, operatorPaymentsRoutes.rejectPayout, async (request) => {
    const { id } = request.params;
    return view(deps, request, await endPayout(control, principalOf(deps, request), { id }, request.body.reason));
  });

  addRoute(app, operatorPaymentsRoutes.refundPayment, async (request) =>
    view(deps, request, await refundPayment(control, principalOf(deps, request), request.params.id, request.body)),
  );
}

function toPay(app: TypedApp, deps: AdminDeps): void {
  const move = async (
    request: FastifyRequest & { readonly params: { readonly id: string; readonly partId: string } },
    act: PartAct,
  ) => view(deps, request, await actOnPart(deps.control, principalOf(deps, request), request.params, act));

  addRoute(app, operatorPaymentsRoutes.sendPart, (request) => move(request, { kind: 'send', reference: request.body.reference }));
  addRoute(app, operatorPaymentsRoutes.confirmPart, (request) => move(request, { kind: 'confirm' }));
  addRoute(app, operatorPaymentsRoutes.retryPart, (request) => move(request, { kind: 'retry' }));
  addRoute(app, operatorPaymentsRoutes.payPartByBank, (request) =>
    move(request, { kind: 'to_bank', payee: request.body.payee ?? null }),
  );
  addRoute(app, operatorPaymentsRoutes.creditPart, (request) =>
    move(request, { kind: 'give_back', reason: request.body.reason }),
  );
}
