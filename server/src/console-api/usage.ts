import { Readable } from 'node:stream';
import { accountParams } from '@tollgate/contract/console/account';
import { ownUsageFileQuery, ownUsageList, ownUsageQuery, type OwnUsageAnswer } from '@tollgate/contract/console/usage';
import type { UsageGroup } from '@tollgate/contract/enumerations';
import type { z } from 'zod';
import { readPage } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import { listUsage } from '../control/lists-within-scope.ts';
import { namesOf, type Names } from '../control/names.ts';
import type { UsageSums } from '../control/report-ports.ts';
import { writeUsage } from '../control/usage-file.ts';
import { readDays, readGroups, usagePlaces, usageView } from '../views/usage-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { fileHeaders } from './file-headers.ts';
import { principalOf } from './who-asks.ts';

/** The value that a row has of a group. */
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
  app.get(
    `${accountPath}/usage`,
    {
      config: { who: 'usage.read' },
      schema: {
        tags: ['Console: calls'],
        summary: 'Sum up usage',
        description:
          'Sums of calls, tokens and charges, grouped by any of day, sub_account_id, key_id and model. A call counts for the day on which it was admitted, in the time zone of the service. They are kept when the rows of the log are not any more.',
        params: accountParams,
        querystring: ownUsageQuery,
        response: answers(ownUsageList),
      },
    },
    async (request) => {
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
    },
  );

  app.get(
    `${accountPath}/usage/content`,
    {
      config: { who: 'exports.make', isForMembersOnly: true },
      schema: {
        tags: ['Console: exports'],
        summary: 'Fetch usage as a file',
        description:
          'The same sums as XLSX or CSV, in the order of what they are grouped by, with what was counted beside tokens in columns of its own, every charge exact to the nano, the total in the last row. Beyond 500,000 rows the last row says that it is not whole, in place of the total: group by less, or ask for fewer days.',
        params: accountParams,
        querystring: ownUsageFileQuery,
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const { format, encoding = 'utf-8', locale = 'zh' } = query;
      const order = { format, encoding, locale, usage: filterOf(params.accountId, query) };
      const pieces = await writeUsage(control, principalOf(request), order);
      const days = [query.from, query.to].filter((day) => day !== undefined).join('-to-');
      const name = days === '' ? 'tollgate-usage' : `tollgate-usage-${days}`;
      return reply.headers(fileHeaders({ name, format, encoding })).send(Readable.from(pieces, { objectMode: false }));
    },
  );
};
