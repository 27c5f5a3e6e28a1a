import { accountParams } from '@tollgate/contract/console/account';
import {
  payoutAnswer,
  payoutList,
  payoutOffer,
  payoutParams,
  payoutRequest,
  payoutsQuery,
} from '@tollgate/contract/console/payouts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { endPayout, findPayout, listPayouts, readPayoutOffer, requestPayout } from '../control/payouts.ts';
import type { Payout } from '../domain/payments/payout.ts';
import { payoutOfferView, payoutRow, payoutView } from '../views/payout-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { answerOnce, onceDescription } from './idempotent.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: returns'];
const listPath = `${accountPath}/payouts`;
const onePath = `${listPath}/:payoutId`;
const places = timePlaces(({ payout: { id, createdAtMs } }: { readonly payout: Payout }) => ({ atMs: createdAtMs, id }));

export const payoutsResource: ConsoleResource = (app, deps) => {
  toAsk(app, deps);
  ofPayouts(app, deps);
};

function toAsk(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    `${accountPath}/payout-offer`,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'Read what can be returned',
        description:
          'Paid money that is neither used nor set aside for running calls, at most the balance. Trial credit and gifts are not returned.',
        params: accountParams,
        response: answers(payoutOffer),
      },
    },
    async (request) => payoutOfferView(await readPayoutOffer(control, principalOf(request), request.params.accountId)),
  );

  app.post(
    listPath,
    {
      config: { who: 'payouts.write' },
      schema: {
        tags,
        summary: 'Ask for money back',
        description: `It stays in the balance, and can be used, until an operator approves. One request waits at a time. ${onceDescription}`,
        params: accountParams,
        body: payoutRequest,
        response: answers(payoutAnswer, 201),
      },
    },
    (request, reply) =>
      answerOnce({ control }, request, reply, (mark) => {
        const { amount, reason = null, payee = null } = request.body;
        const wish = { accountId: request.params.accountId, amount, reason, payee };
        return requestPayout(control, principalOf(request), wish, (made) => mark(payoutView(made)));
      }),
  );
}

function ofPayouts(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    listPath,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'List returns',
        description: 'Money that was asked back, or that the operator gave back; newest first.',
        params: accountParams,
        querystring: payoutsQuery,
        response: answers(payoutList),
      },
    },
    async (request) => {
      const { order_id: orderId, ...query } = request.query;
      const load = await listPayouts(control, principalOf(request), { accountId: request.params.accountId, orderId });
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(({ payout }) => payoutRow(payout)), next };
    },
  );

  app.get(
    onePath,
    {
      config: { who: 'money.read' },
      schema: { tags, summary: 'Read a return', params: payoutParams, response: answers(payoutAnswer) },
    },
    async (request) => {
      const { accountId, payoutId: id } = request.params;
      return payoutView(await findPayout(control, principalOf(request), { accountId, id }));
    },
  );

  app.post(
    `${onePath}/withdraw`,
    {
      config: { who: 'payouts.write' },
      schema: {
        tags,
        summary: 'Withdraw a request for money back',
        description: 'Until it is approved.',
        params: payoutParams,
        response: answers(payoutAnswer),
      },
    },
    async (request) => {
      const { accountId, payoutId: id } = request.params;
      return payoutView(await endPayout(control, principalOf(request), { accountId, id }, null));
    },
  );
}
