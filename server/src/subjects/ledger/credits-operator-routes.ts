import { operatorLedgerRoutes } from '@tollgate/contract/ledger/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { idempotencyHeader, idempotencyKey, replayedHeader } from '../../control-http/idempotency-key.ts';
import { readPage, sequencePlaces } from '../../control-http/paging.ts';
import { addCredit } from './credits.ts';
import { listLedger } from './list-ledger.ts';
import type { LedgerEntry } from '../../domain/books/ledger.ts';
import { ledgerEntryView } from './ledger-entry-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';
const places = sequencePlaces(({ seq }: LedgerEntry) => seq);

export const creditsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorLedgerRoutes.createCredit, async (request, reply) => {
    const order = {
      accountId: request.params.id,
      request: request.body,
      idempotencyKey: idempotencyKey(request.headers[idempotencyHeader]),
    };
    const { entry, replayed } = await addCredit(control, principalOf(deps, request), order);
    if (replayed) reply.header(replayedHeader, 'true');
    return ledgerEntryView(entry);
  });

  addRoute(app, operatorLedgerRoutes.readLedger, async (request) => {
    const { params, query } = request;
    const load = await listLedger(control, principalOf(deps, request), params.id);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(ledgerEntryView), next };
  });
};
