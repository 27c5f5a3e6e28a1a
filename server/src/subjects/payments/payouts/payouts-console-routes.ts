import { paymentsRoutes } from '@tollgate/contract/payments/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { endPayout, findPayout, listPayouts, readPayoutOffer, requestPayout } from './payouts.ts';
import type { Payout } from '../../../domain/payments/payout.ts';
import { payoutOfferView, payoutRow, payoutView } from './payout-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../../console-api/console-deps.ts';
import { answerOnce } from '../../../console-api/idempotent.ts';
import { principalOf } from '../../../console-api/request-principal.ts';
const places = timePlaces(({ payout: { id, createdAtMs } }: { readonly payout: Payout }) => ({ atMs: createdAtMs, id }));

export const payoutsResource: ConsoleResource = (app, deps) => {
  toAsk(app, deps);
  ofPayouts(app, deps);
};

function toAsk(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, paymentsRoutes.readPayoutOffer, async (request) =>
    payoutOfferView(await readPayoutOffer(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, paymentsRoutes.requestPayout, (request, reply) =>
    answerOnce({ control }, request, reply, (mark) => {
      const { amount, reason = null, payee = null } = request.body;
      const wish = { accountId: request.params.accountId, amount, reason, payee };
      return requestPayout(control, principalOf(request), wish, (made) => mark(payoutView(made)));
    }),
  );
}

function ofPayouts(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, paymentsRoutes.listPayouts, async (request) => {
    const { order_id: orderId, ...query } = request.query;
    const load = await listPayouts(control, principalOf(request), { accountId: request.params.accountId, orderId });
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(({ payout }) => payoutRow(payout)), next };
  });

  addRoute(app, paymentsRoutes.readPayout, async (request) => {
    const { accountId, payoutId: id } = request.params;
    return payoutView(await findPayout(control, principalOf(request), { accountId, id }));
  });

  addRoute(app, paymentsRoutes.withdrawPayout, async (request) => {
    const { accountId, payoutId: id } = request.params;
    return payoutView(await endPayout(control, principalOf(request), { accountId, id }, null));
  });
}
