import type { usageAnswer, usageQuery } from '@tollgate/contract/calls/usage-sums';
import { usageGroups, type UsageGroup } from '@tollgate/contract/enumerations';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { z } from 'zod';
import { showAmount } from '../../../control/amounts.ts';
import type { UsageSums } from './report-ports.ts';
import { dayNumber, showDay } from '../../../control-http/moments.ts';
import type { Places } from '../../../control-http/paging.ts';

type Position = readonly (string | number)[];

/** The requested groups, each once, in the order of the table. */
export function readGroups(text: string | undefined): readonly UsageGroup[] {
  const asked = (text ?? 'day').split(',');
  return usageGroups.filter((group) => asked.includes(group));
}

/** The sort position of a row. */
export function usagePlaces(groups: readonly UsageGroup[]): Places<UsageSums, Position> {
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

/** Usage totals, shared by all APIs. */
export function usageView(groups: readonly UsageGroup[], sums: UsageSums): z.output<typeof usageAnswer> {
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
    quantities: Object.fromEntries(Object.entries(sums.quantities).map(([name, amount]) => [name, Number(amount)])),
  };
}

/** @throws {ApiError} 400 if the period ends before it starts. */
export function readDays(query: Pick<z.output<typeof usageQuery>, 'from' | 'to'>): {
  readonly fromDay?: number;
  readonly toDay?: number;
} {
  if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
    throw refusal('from_after_to', {}, { param: 'from' });
  }
  return {
    ...(query.from === undefined ? {} : { fromDay: dayNumber(query.from) }),
    ...(query.to === undefined ? {} : { toDay: dayNumber(query.to) }),
  };
}
