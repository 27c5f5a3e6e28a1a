import { usageList, usageQuery } from '@tollgate/contract/admin/reports';
import { readPage } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import { listUsage } from '../control/lists-within-scope.ts';
import { readDays, readGroups, usagePlaces, usageView } from '../views/usage-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

export const usageResource: AdminResource = (app, deps) => {
  const { control } = deps;
  app.get(
    '/usage',
    {
      schema: {
        tags: ['Money'],
        summary: 'Sum up usage',
        description:
          'Sums of calls, tokens, other quantities such as images and songs, charges, uncollected and upstream cost, grouped by any of day, account_id, sub_account_id, key_id and model. A call counts for the day on which it was admitted, in the time zone of the service.',
        querystring: usageQuery,
        response: answers(usageList),
      },
    },
    async (request) => {
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
    },
  );
};
