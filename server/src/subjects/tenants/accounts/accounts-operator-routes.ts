import { operatorTenantsRoutes } from '@tollgate/contract/tenants/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import { createAccount, patchAccount } from './accounts.ts';
import { listAccounts } from './list-accounts.ts';
import { findAccount } from '../../../control/within-scope.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { accountView, brokenConnectionsView } from './account-view.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
const places = timePlaces(({ account }: AccountRecord) => ({ atMs: account.createdAtMs, id: account.id }));

export const accountsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorTenantsRoutes.createAccount, async (request) => {
    const principal = principalOf(deps, request);
    const record = await createAccount(control, principal, request.body);
    return await accountView(control, principal, record);
  });

  addRoute(app, operatorTenantsRoutes.listAccounts, async (request) => {
    const { query } = request;
    const principal = principalOf(deps, request);
    const filter = { named: query.named, search: query.search, planId: query.plan, status: query.status };
    const { rows, next } = await readPage({ query, places, load: await listAccounts(control, principal, filter) });
    return { data: await Promise.all(rows.map((record) => accountView(control, principal, record))), next };
  });

  addRoute(app, operatorTenantsRoutes.readAccount, async (request) => {
    const principal = principalOf(deps, request);
    return accountView(control, principal, await findAccount(control, principal, request.params.id));
  });

  addRoute(app, operatorTenantsRoutes.readBrokenConnections, async (request) =>
    brokenConnectionsView(deps, await findAccount(control, principalOf(deps, request), request.params.id)),
  );

  addRoute(app, operatorTenantsRoutes.changeAccount, async (request) => {
    const principal = principalOf(deps, request);
    return accountView(control, principal, await patchAccount(control, principal, request.params.id, request.body));
  });
};
