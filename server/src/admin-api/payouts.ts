import {
  adminPayoutAnswer,
  adminPayoutList,
  adminPayoutsQuery,
  approvePayoutRequest,
  payByBankRequest,
  payoutPartParams,
  payoutReasonRequest,
  payoutReferenceRequest,
  refundPaymentRequest,
} from '@tollgate/contract/admin/payouts';
import type { FastifyRequest } from 'fastify';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { accountNames } from '../control/account-names.ts';
import { approvePayout, refundPayment } from '../control/payout-approval.ts';
import { actOnPart } from '../control/act-on-part.ts';
import type { PartAct } from '../control/payout-parts.ts';
import { endPayout, findPayout, listPayouts, readReturnable } from '../control/payouts.ts';
import type { Payout, PayoutWithParts } from '../domain/payments/payout.ts';
import { adminPayoutRow, adminPayoutView } from '../views/payout-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Money'];
const config = { operators: ['administrator', 'finance'] as const };
const response = answers(adminPayoutAnswer);
const path = '/payouts';
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

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List returns',
        description: 'Money that accounts ask back, or that was given back; newest first.',
        querystring: adminPayoutsQuery,
        response: answers(adminPayoutList),
      },
    },
    async (request) => {
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
    },
  );

  app.get(`${path}/:id`, { schema: { tags, summary: 'Read a return', params: idParams, response } }, async (request) =>
    view(deps, request, await findPayout(control, principalOf(deps, request), { id: request.params.id })),
  );
}

function toDecide(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.post(
    `${path}/:id/approve`,
    {
      config,
      schema: {
        tags,
        summary: 'Approve a return',
        description:
          'The money leaves the balance, and goes back to the payments it came by, the newest first; what cannot goes to the bank account. Running calls count as use.',
        params: idParams,
        body: approvePayoutRequest,
        response,
      },
    },
    async (request) =>
      view(deps, request, await approvePayout(control, principalOf(deps, request), request.params.id, request.body)),
  );

  app.post(
    `${path}/:id/reject`,
    {
      config,
      schema: {
        tags,
        summary: 'Reject a return',
        description: 'The balance stays as it is.',
        params: idParams,
        body: payoutReasonRequest,
        response,
      },
    },
    async (request) => {
      const { id } = request.params;
      return view(deps, request, await endPayout(control, principalOf(deps, request), { id }, request.body.reason));
    },
  );

  app.post(
    '/orders/:id/refund',
    {
      config,
      schema: {
        tags,
        summary: 'Give back a payment of an order',
        description:
          'What was credited leaves the balance; a payment that lies beside its order, for the wrong amount or paid twice, goes back as it is.',
        params: idParams,
        body: refundPaymentRequest,
        response,
      },
    },
    async (request) =>
      view(deps, request, await refundPayment(control, principalOf(deps, request), request.params.id, request.body)),
  );
}

function toPay(app: TypedApp, deps: AdminDeps): void {
  const onePath = `${path}/:id/parts/:partId`;
  const about = (summary: string, description: string) => ({
    ...{ tags, summary, description, params: payoutPartParams, response },
  });
  const move = async (
    request: FastifyRequest & { readonly params: { readonly id: string; readonly partId: string } },
    act: PartAct,
  ) => view(deps, request, await actOnPart(deps.control, principalOf(deps, request), request.params, act));

  app.post(
    `${onePath}/send`,
    {
      config,
      schema: {
        ...about('Enter a transfer', 'For a part that is paid by hand; each bank reference counts once.'),
        body: payoutReferenceRequest,
      },
    },
    (request) => move(request, { kind: 'send', reference: request.body.reference }),
  );
  app.post(
    `${onePath}/confirm`,
    { config, schema: about('Confirm a transfer', 'For a part that is paid by hand, once it has arrived.') },
    (request) => move(request, { kind: 'confirm' }),
  );
  app.post(
    `${onePath}/retry`,
    {
      config,
      schema: about(
        'Ask the payment service again',
        'A refund that it has refused is begun anew; one of which it is not known how it ended is asked about.',
      ),
    },
    (request) => move(request, { kind: 'retry' }),
  );
  app.post(
    `${onePath}/by-bank`,
    {
      config,
      schema: {
        ...about('Pay by bank transfer instead', 'For a part that the payment service has refused.'),
        body: payByBankRequest,
      },
    },
    (request) => move(request, { kind: 'to_bank', payee: request.body.payee ?? null }),
  );
  app.post(
    `${onePath}/give-back`,
    {
      config,
      schema: {
        ...about('Give a part back into the balance', 'For one that cannot be paid.'),
        body: payoutReasonRequest,
      },
    },
    (request) => move(request, { kind: 'give_back', reason: request.body.reason }),
  );
}
