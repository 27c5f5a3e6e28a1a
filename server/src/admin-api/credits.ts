import { creditRequest, ledgerEntryAnswer, ledgerList } from '@tollgate/contract/admin/credits';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { idempotencyHeader, idempotencyKey, replayedHeader } from '../control-http/idempotency-key.ts';
import { readPage, sequencePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { addCredit } from '../control/credits.ts';
import { listLedger } from '../control/lists-within-scope.ts';
import type { LedgerEntry } from '../domain/books/ledger.ts';
import { ledgerEntryView } from '../views/ledger-entry-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Money'];
const places = sequencePlaces(({ seq }: LedgerEntry) => seq);

export const creditsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.post(
    '/accounts/:id/credits',
    {
      config: { operators: ['administrator', 'finance'] },
      schema: {
        tags,
        summary: 'Give an account money',
        description:
          'With a header `Idempotency-Key` the same content is entered once however often it is sent; other content under the same key is refused with 409.',
        params: idParams,
        body: creditRequest,
        response: answers(ledgerEntryAnswer, 201),
      },
    },
    async (request, reply) => {
      const order = {
        accountId: request.params.id,
        request: request.body,
        idempotencyKey: idempotencyKey(request.headers[idempotencyHeader]),
      };
      const { entry, replayed } = await addCredit(control, principalOf(deps, request), order);
      if (replayed) reply.header(replayedHeader, 'true');
      return reply.code(201).send(ledgerEntryView(entry));
    },
  );

  app.get(
    '/accounts/:id/ledger',
    {
      schema: {
        tags,
        summary: "Read an account's ledger",
        description: 'Newest first: credits when they happened, usage closed hour by hour.',
        params: idParams,
        querystring: plainListQuery,
        response: answers(ledgerList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const load = await listLedger(control, principalOf(deps, request), params.id);
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(ledgerEntryView), next };
    },
  );
};
