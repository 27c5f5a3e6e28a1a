import { operatorAccountLifeRoutes } from '@tollgate/contract/account-life/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import { actOnClosing, beginClosing, listClosings, readClosing, type ClosingState } from './closing.ts';
import type { Closing } from './closing-ports.ts';
import { closingWaitsFor } from './closing-waits.ts';
import type { Principal } from '../../control/principal.ts';
import { findAccount } from '../../control/within-scope.ts';
import { closingView } from './closing-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../admin-api/admin-deps.ts';
const places = timePlaces(({ dueAtMs, accountId }: Closing) => ({ atMs: dueAtMs, id: accountId }));

async function view({ control }: AdminDeps, principal: Principal, accountId: string, state: ClosingState) {
  const { account } = await findAccount(control, principal, accountId);
  return {
    ...closingView(state),
    account_id: accountId,
    account_name: account.name,
    settled: state.closing?.settled ?? null,
    waits_for: [...(await closingWaitsFor(control, principal, state))],
  };
}

/** Account closures for operators. */
export const closingsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorAccountLifeRoutes.listClosings, async (request) => {
    const principal = principalOf(deps, request);
    const { state = 'open', ...query } = request.query;
    const load = await listClosings(control, principal, state);
    const { rows, next } = await readPage({ query, places, load });
    const data = await Promise.all(
      rows.map(async ({ accountId }) => view(deps, principal, accountId, await readClosing(control, principal, accountId))),
    );
    return { data, next };
  });

  addRoute(app, operatorAccountLifeRoutes.readClosing, async (request) => {
    const principal = principalOf(deps, request);
    const { id } = request.params;
    return view(deps, principal, id, await readClosing(control, principal, id));
  });

  addRoute(app, operatorAccountLifeRoutes.closeAccount, async (request) => {
    const principal = principalOf(deps, request);
    const { id } = request.params;
    const { reason } = request.body;
    return view(deps, principal, id, await beginClosing(control, principal, { accountId: id, name: null, reason }));
  });

  addRoute(app, operatorAccountLifeRoutes.changeClosing, async (request) => {
    const principal = principalOf(deps, request);
    const { id } = request.params;
    return view(deps, principal, id, await actOnClosing(control, principal, { accountId: id, ...request.body }));
  });
};
