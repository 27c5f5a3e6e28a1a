import { tenantsRoutes } from '@tollgate/contract/tenants/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { listSubAccounts } from './list-sub-accounts.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount, type ChangedSubAccount } from './sub-accounts.ts';
import { findSubAccount } from '../../../control/within-scope.ts';
import type { Principal } from '../../../control/principal.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { ownSubAccountView, ownSubAccountViews } from './own-sub-account-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../../console-api/console-deps.ts';
import { principalOf } from '../../../console-api/request-principal.ts';
const places = timePlaces(({ subAccount, createdAtMs }: SubAccountRecord) => ({ atMs: createdAtMs, id: subAccount.id }));

export const subAccountsResource: ConsoleResource = (app, deps) => {
  ofAccounts(app, deps);
  ofSubAccounts(app, deps);
};

async function changedView({ control }: ConsoleDeps, principal: Principal, { record, warnings }: ChangedSubAccount) {
  return { ...(await ownSubAccountView(control, principal, record)), warnings: [...warnings] };
}

function ofAccounts(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  addRoute(app, tenantsRoutes.listSubAccounts, async (request) => {
    const { params, query } = request;
    const principal = principalOf(request);
    const { status = 'active' } = query;
    const filter = { accountId: params.accountId, ...(status === 'all' ? {} : { status }) };
    const { rows, next } = await readPage({ query, places, load: await listSubAccounts(control, principal, filter) });
    return { data: await ownSubAccountViews(control, principal, params.accountId, rows), next };
  });

  addRoute(app, tenantsRoutes.createSubAccount, async (request) => {
    const principal = principalOf(request);
    const made = await createSubAccount(control, principal, request.params.accountId, request.body);
    return await changedView(deps, principal, made);
  });
}

function ofSubAccounts(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  addRoute(app, tenantsRoutes.readSubAccount, async (request) => {
    const principal = principalOf(request);
    return ownSubAccountView(control, principal, await findSubAccount(control, principal, request.params.subAccountId));
  });

  addRoute(app, tenantsRoutes.changeSubAccount, async (request) => {
    const principal = principalOf(request);
    return changedView(deps, principal, await patchSubAccount(control, principal, request.params.subAccountId, request.body));
  });

  addRoute(app, tenantsRoutes.deleteSubAccount, async (request) => {
    const principal = principalOf(request);
    return ownSubAccountView(control, principal, await deleteSubAccount(control, principal, request.params.subAccountId));
  });
}
