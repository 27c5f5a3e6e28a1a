import { callDetail, callList, callsFilter, callsQuery } from './operator-calls.ts';
import { usageList, usageQuery } from './usage-sums.ts';
import { callsSummary } from './console-calls.ts';
import { callRetentionDays } from './retention.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorCallsPaths } from './operator-paths.ts';

export const operatorCallsRoutes = describeRoutes(operatorCallsPaths, {
  listCalls: {
    tags: ['Call log'],
    summary: 'Read the call log',
    description: `Newest first; every filter narrows. Rows are kept for ${String(callRetentionDays)} days. With \`ending\` or \`error_code\` a page looks at no more than 10,000 calls: it can be shorter than its limit, or empty, while \`next\` says that there is more to look at.`,
    query: callsQuery,
    answer: callList,
    refusals: ['call_cursor_wrong', 'older_calls_summed'],
  },
  sumCalls: {
    tags: ['Call log'],
    summary: 'Sum up a filter of the call log',
    description:
      'Sums, a histogram over time and the errors met, with their remedies; of the last 24 hours where `from` is left out. Of more calls than can be added up in two seconds the newest are: `summed_from` says since when.',
    query: callsFilter,
    answer: callsSummary,
    refusals: ['older_calls_summed'],
  },
  readCall: {
    tags: ['Call log'],
    summary: 'Show a call',
    description: 'By the `x-request-id` of its answer; with the receipt of its charge.',
    params: idParams,
    answer: callDetail,
  },
  sumUsage: {
    tags: ['Money'],
    summary: 'Sum up usage',
    description:
      'Sums of calls, tokens, other quantities such as images and songs, charges, uncollected and upstream cost, grouped by any of day, account_id, sub_account_id, key_id and model. A call counts for the day on which it was admitted, in the time zone of the service.',
    query: usageQuery,
    answer: usageList,
  },
});
