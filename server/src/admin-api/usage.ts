import { usageList, usageQuery, type usageAnswer } from '@tollgate/contract/admin/reports';
import { usageGroups, type UsageGroup } from '@tollgate/contract/enumerations';
import { ApiError } from '@tollgate/contract/errors';
import type { z } from 'zod';
import { dayNumber, showDay } from '../control-http/moments.ts';
import { readPage, type Places } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import { showAmount } from '../control/amounts.ts';
import { listUsage } from '../control/lists-within-scope.ts';
import type { UsageSums } from '../control/ports.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

type Position = readonly (string | number)[];

/** The asked groups, each once, in the order of the table. */
function readGroups(text: string | undefined): readonly UsageGroup[] {
  const asked = (text ?? 'day').split(',');
  return usageGroups.filter((group) => asked.includes(group));
}

function placesFor(groups: readonly UsageGroup[]): Places<UsageSums, Position> {
  return {
    write: ({ group }) => group,
    read: (parts) => {
      const fits =
        parts.length === groups.length &&
        groups.every((group, at) => typeof parts[at] === (group === 'day' ? 'number' : 'string'));
      return fits ? (parts as Position) : null;
    },
  };
}

function groupView(group: UsageGroup, value: string | number | undefined): string | null {
  if (group === 'day') return showDay(value ?? '');
  return value === undefined || value === '' ? null : String(value);
}

function view(groups: readonly UsageGroup[], sums: UsageSums): z.output<typeof usageAnswer> {
  return {
    ...Object.fromEntries(groups.map((group, at) => [group, groupView(group, sums.group[at])])),
    calls: Number(sums.calls),
    charged_calls: Number(sums.chargedCalls),
    input_tokens: Number(sums.inputTokens),
    cached_tokens: Number(sums.cachedTokens),
    output_tokens: Number(sums.outputTokens),
    reasoning_tokens: Number(sums.reasoningTokens),
    charge: showAmount(sums.charge),
    uncollected: showAmount(sums.uncollected),
    upstream_cost: showAmount(sums.upstreamCost),
  };
}

function readDays(query: z.output<typeof usageQuery>): { readonly fromDay?: number; readonly toDay?: number } {
  if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
    throw new ApiError('invalid_parameter', { param: 'from', message: '`from` must not lie after `to`; exchange the two.' });
  }
  return {
    ...(query.from === undefined ? {} : { fromDay: dayNumber(query.from) }),
    ...(query.to === undefined ? {} : { toDay: dayNumber(query.to) }),
  };
}

export const usageResource: AdminResource = (app, deps) => {
  const { control } = deps;
  app.get(
    '/usage',
    {
      schema: {
        tags: ['Money'],
        summary: 'Sum up usage',
        description:
          'Sums of calls, tokens, charges, uncollected and upstream cost, grouped by any of day, account_id, sub_account_id, key_id and model. A call counts for the day on which it was admitted, in the time zone of the service.',
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
      const { rows, next } = await readPage({ query, places: placesFor(groups), load });
      return { data: rows.map((sums) => view(groups, sums)), next };
    },
  );
};
