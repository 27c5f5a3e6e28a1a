import { operatorLedgerRoutes } from '@tollgate/contract/ledger/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { NanoCny } from '@tollgate/contract/money';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import { grantTrial, listHeldTrials, trialAmountNow, type HeldTrial } from './trial-credits.ts';
import { heldTrialView } from './held-trial-view.ts';
import { ledgerEntryView } from '../ledger-entry-view.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
const places = timePlaces(({ claim }: HeldTrial) => ({ atMs: claim.claimedAtMs, id: claim.accountId }));

function view({ claim, record: { account } }: HeldTrial, amount: NanoCny) {
  return { account_id: account.id, name: account.name, email: account.email, ...heldTrialView(claim, amount) };
}

export const trialCreditsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorLedgerRoutes.listHeldTrialCredits, async (request) => {
    const load = await listHeldTrials(control, principalOf(deps, request));
    const { rows, next } = await readPage({ query: request.query, places, load });
    const amount = await trialAmountNow(control);
    return { data: rows.map((held) => view(held, amount)), next };
  });

  addRoute(app, operatorLedgerRoutes.grantTrialCredit, async (request, reply) => {
    const { entry, replayed } = await grantTrial(control, principalOf(deps, request), request.params.id, deps.consoleOrigin);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return ledgerEntryView(entry);
  });
};
