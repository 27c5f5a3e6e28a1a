import { operatorTenantsRoutes } from '@tollgate/contract/tenants/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { SubAccountAnswer } from '@tollgate/contract/tenants/operator-sub-accounts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import { listSubAccounts } from './list-sub-accounts.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount, type ChangedSubAccount } from './sub-accounts.ts';
import { showTime } from '../../../control/show-time.ts';
import { subAccountSettings } from './sub-account-settings.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
const places = timePlaces(({ subAccount, createdAtMs }: SubAccountRecord) => ({ atMs: createdAtMs, id: subAccount.id }));

function view({ subAccount, createdAtMs }: SubAccountRecord): SubAccountAnswer {
  return { ...subAccountSettings(subAccount), created_at: showTime(createdAtMs) };
}

function changed({ record, warnings }: ChangedSubAccount): SubAccountAnswer {
  return { ...view(record), warnings: [...warnings] };
}

export const subAccountsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorTenantsRoutes.createSubAccount, async (request) => {
    const made = await createSubAccount(control, principalOf(deps, request), request.params.id, request.body);
    return changed(made);
  });

  addRoute(app, operatorTenantsRoutes.listSubAccounts, async (request) => {
    const { params, query } = request;
    const load = await listSubAccounts(control, principalOf(deps, request), { accountId: params.id });
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(view), next };
  });

  addRoute(app, operatorTenantsRoutes.changeSubAccount, async (request) =>
    changed(await patchSubAccount(control, principalOf(deps, request), request.params.id, request.body)),
  );

  addRoute(app, operatorTenantsRoutes.deleteSubAccount, async (request) =>
    view(await deleteSubAccount(control, principalOf(deps, request), request.params.id)),
  );
};
