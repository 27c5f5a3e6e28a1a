import { callsRoutes } from '@tollgate/contract/calls/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { ownUsageQuery } from '@tollgate/contract/calls/usage-files';
import type { OwnUsageAnswer } from '@tollgate/contract/calls/usage-files';
import type { UsageGroup } from '@tollgate/contract/enumerations';
import type { z } from 'zod';
import { readPage } from '../../../control-http/paging.ts';
import { listUsage } from './list-usage.ts';
import { namesOf, type Names } from '../../../control/names.ts';
import type { UsageSums } from './report-ports.ts';
import { writeUsage } from './usage-file.ts';
import { readDays, readGroups, usagePlaces, usageView } from './usage-view.ts';
import type { ConsoleResource } from '../../../console-api/console-deps.ts';
import { fileHeaders } from '../../../console-api/file-headers.ts';
import { principalOf } from '../../../console-api/request-principal.ts';

/** The value of one group in a row. */
function valueOf(groups: readonly UsageGroup[], { group }: UsageSums, name: UsageGroup): string | undefined {
  const at = groups.indexOf(name);
  return at < 0 ? undefined : String(group[at] ?? '');
}

function ownView(groups: readonly UsageGroup[], sums: UsageSums, names: Names): OwnUsageAnswer {
  const { account_id: _account, uncollected: _uncollected, upstream_cost: _cost, ...own } = usageView(groups, sums);
  const keyId = valueOf(groups, sums, 'key_id');
  const subAccountId = valueOf(groups, sums, 'sub_account_id');
  if (keyId !== undefined) return { ...own, name: names.key(keyId)?.remark ?? null };
  return subAccountId === undefined ? own : { ...own, name: names.subAccount(subAccountId) };
}

type Asked = Pick<z.output<typeof ownUsageQuery>, 'sub_account_id' | 'key_id' | 'model' | 'from' | 'to' | 'group_by'>;

function filterOf(accountId: string, query: Asked) {
  return {
    accountId,
    subAccountId: query.sub_account_id,
    keyId: query.key_id,
    model: query.model,
    ...readDays(query),
    groups: readGroups(query.group_by).filter((group) => group !== 'account_id'),
  };
}

export const usageResource: ConsoleResource = (app, { control }) => {
  addRoute(app, callsRoutes.sumUsage, async (request) => {
    const { query, params } = request;
    const principal = principalOf(request);
    const filter = filterOf(params.accountId, query);
    const { groups } = filter;
    const load = await listUsage(control, principal, filter);
    const { rows, next } = await readPage({ query, places: usagePlaces(groups), load });
    const ids = rows.map((row) => ({
      keyId: valueOf(groups, row, 'key_id'),
      subAccountId: valueOf(groups, row, 'sub_account_id'),
    }));
    const names = await namesOf(control, principal, params.accountId, ids);
    return { data: rows.map((row) => ownView(groups, row, names)), next };
  });

  addRoute(app, callsRoutes.downloadUsage, async (request, reply) => {
    const { params, query } = request;
    const { format, encoding = 'utf-8', locale = 'zh' } = query;
    const order = { format, encoding, locale, usage: filterOf(params.accountId, query) };
    const pieces = await writeUsage(control, principalOf(request), order);
    const days = [query.from, query.to].filter((day) => day !== undefined).join('-to-');
    const name = days === '' ? 'tollgate-usage' : `tollgate-usage-${days}`;
    return reply.headers(fileHeaders({ name, format, encoding })).send(Readable.from(pieces, { objectMode: false }));
  });
};
