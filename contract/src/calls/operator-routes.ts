import { callDetail, callList, callsFilter, callsQuery, sumsQuery } from './operator-calls.ts';
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
    description: `Newest first, kept for ${String(callRetentionDays)} days. With \`ending\` or \`error_code\` a page covers at most 10,000 calls and can be short or empty although \`next\` is set.`,
    query: callsQuery,
    answer: callList,
    refusals: ['call_cursor_wrong', 'older_calls_summed'],
  },
  sumCalls: {
    tags: ['Call log'],
    summary: 'Summarize the call log',
    description:
      'Sums, a histogram over time and errors with their remedies, by default of the last 24 hours. If there are too many calls, only the newest since `summed_from` are included.',
    query: callsFilter.extend(sumsQuery),
    answer: callsSummary,
    refusals: ['older_calls_summed'],
  },
  readCall: {
    tags: ['Call log'],
    summary: 'Show a call',
    description: 'Finds a call by its `x-request-id` and shows the receipt of its charge.',
    params: idParams,
    answer: callDetail,
  },
  sumUsage: {
    tags: ['Money'],
    summary: 'Summarize usage',
    description:
      'Sums of calls, quantities, charges, uncollected amounts and upstream cost by day, account_id, sub_account_id, key_id and model. A call counts on the day it was admitted, in the time zone of the service.',
    query: usageQuery,
    answer: usageList,
  },
});
