import { ledgerEntryAnswer } from '@tollgate/contract/admin/credits';
import type { NanoCny } from '@tollgate/contract/money';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { heldTrialList } from '@tollgate/contract/admin/trial-credits';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { grantTrial, listHeldTrials, trialAmountNow, type HeldTrial } from '../control/trial-credits.ts';
import { heldTrialView } from '../views/held-trial-view.ts';
import { ledgerEntryView } from '../views/ledger-entry-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Money'];
const places = timePlaces(({ claim }: HeldTrial) => ({ atMs: claim.claimedAtMs, id: claim.accountId }));

function view({ claim, record: { account } }: HeldTrial, amount: NanoCny) {
  return { account_id: account.id, name: account.name, email: account.email, ...heldTrialView(claim, amount) };
}

export const trialCreditsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/trial-credits/held',
    {
      schema: {
        tags,
        summary: 'List trial credits that wait',
        description: 'Of people who signed up and were over a limit; those waiting longest first.',
        querystring: plainListQuery,
        response: answers(heldTrialList),
      },
    },
    async (request) => {
      const load = await listHeldTrials(control, principalOf(deps, request));
      const { rows, next } = await readPage({ query: request.query, places, load });
      const amount = await trialAmountNow(control);
      return { data: rows.map((held) => view(held, amount)), next };
    },
  );

  app.post(
    '/accounts/:id/trial-credit',
    {
      config: { operators: ['administrator', 'finance'] },
      schema: {
        tags,
        summary: 'Grant a trial credit that was held',
        description: 'Given once, however often it is asked for: a repetition is answered with the same entry.',
        params: idParams,
        response: answers(ledgerEntryAnswer, 201),
      },
    },
    async (request, reply) => {
      const { entry, replayed } = await grantTrial(control, principalOf(deps, request), request.params.id, deps.consoleOrigin);
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(201).send(ledgerEntryView(entry));
    },
  );
};
