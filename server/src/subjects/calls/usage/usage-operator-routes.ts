import { operatorCallsRoutes } from '@tollgate/contract/calls/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage } from '../../../control-http/paging.ts';
import { listUsage } from './list-usage.ts';
import { readDays, readGroups, usagePlaces, usageView } from './usage-view.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';

export const usageResource: AdminResource = (app, deps) => {
  const { control } = deps;
  addRoute(app, operatorCallsRoutes.sumUsage, async (request) => {
    const { query } = request;
    const groups = readGroups(query.group_by);
    const filter = {
      accountId: query.account_id,
      subAccountId: query.sub_account_id,
      keyId: query.key_id,
      model: query.model,
      ...readDays(query),
      groups,
    };
    const load = await listUsage(control, principalOf(deps, request), filter);
    const { rows, next } = await readPage({ query, places: usagePlaces(groups), load });
    return { data: rows.map((sums) => usageView(groups, sums)), next };
  });
};
