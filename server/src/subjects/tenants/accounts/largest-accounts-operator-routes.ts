import { operatorTenantsRoutes } from '@tollgate/contract/tenants/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { listLargestAccounts } from './largest-accounts.ts';
import { showTime } from '../../../control/show-time.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';

/** The accounts that use the most storage. */
export const largestAccountsResource: AdminResource = (app, deps) => {
  addRoute(app, operatorTenantsRoutes.listLargestAccounts, async (request) => {
    const { countedAtMs, accounts } = await listLargestAccounts(deps.control, principalOf(deps, request));
    return {
      counted_at: showTime(countedAtMs),
      data: accounts.map(({ accountId, name, bytes, parts }) => ({ account_id: accountId, name, bytes, parts: { ...parts } })),
    };
  });
};
