import { plainListQuery } from '../lists.ts';
import { accountParams } from '../tenants/account.ts';
import { callsSummary, ownCallDetail, ownCallList, ownCallsFilter, ownCallsQuery } from './console-calls.ts';
import { exportAnswer, exportList, exportParams, exportRequest } from './exports.ts';
import { ownUsageFileQuery, ownUsageList, ownUsageQuery } from './usage-files.ts';
import { callRetentionDays } from './retention.ts';
import { z } from 'zod';
import { describeRoutes } from '../route.ts';
import { callsPaths } from './console-paths.ts';

export const callsRoutes = describeRoutes(callsPaths, {
  listCalls: {
    tags: ['Console: calls'],
    summary: 'Read the call log',
    description: `Newest first; every filter narrows. Rows are kept for ${String(callRetentionDays)} days. With \`ending\` or \`error_code\` a page can be shorter than its limit, or empty, while \`next\` says that there is more to look at.`,
    params: accountParams,
    query: ownCallsQuery,
    answer: ownCallList,
    refusals: ['call_cursor_wrong', 'older_calls_in_usage'],
  },
  sumCalls: {
    tags: ['Console: calls'],
    summary: 'Sum up a filter of the call log',
    description:
      'Sums, a histogram over time and the errors met, with their remedies; of the last 24 hours where `from` is left out. Of more calls than can be added up in two seconds the newest are: `summed_from` says since when.',
    params: accountParams,
    query: ownCallsFilter,
    answer: callsSummary,
    refusals: ['older_calls_in_usage'],
  },
  readCall: {
    tags: ['Console: calls'],
    summary: 'Show a call',
    description: 'By the `x-request-id` of its answer; with the receipt of its charge.',
    params: accountParams.extend({ callId: z.string().max(64) }),
    answer: ownCallDetail,
  },
  listExports: {
    tags: ['Console: exports'],
    summary: 'List exports',
    description: 'Newest first; each is kept for 24 hours.',
    params: accountParams,
    query: plainListQuery,
    answer: exportList,
  },
  createExport: {
    tags: ['Console: exports'],
    summary: 'Export the call log',
    description:
      'Calls of a filter as XLSX or CSV, newest first, with their exact sum in the last row. Up to about 50,000 are `ready` at once and written while they are fetched; of more a file is made, one of an account at a time.',
    params: accountParams,
    body: exportRequest,
    answer: exportAnswer,
    status: 201,
    refusals: ['export_runs', 'exports_today', 'no_room_for_export', 'older_calls_in_usage'],
  },
  readExport: { tags: ['Console: exports'], summary: 'Read an export', params: exportParams, answer: exportAnswer },
  cancelExport: { tags: ['Console: exports'], summary: 'Cancel an export', params: exportParams, answer: exportAnswer },
  downloadExport: {
    tags: ['Console: exports'],
    summary: 'Fetch the file of an export',
    params: exportParams,
    refusals: ['export_has_no_file', 'export_not_ready'],
  },
  sumUsage: {
    tags: ['Console: calls'],
    summary: 'Sum up usage',
    description:
      'Sums of calls, tokens and charges, grouped by any of day, sub_account_id, key_id and model. A call counts for the day on which it was admitted, in the time zone of the service. They are kept when the rows of the log are not any more.',
    params: accountParams,
    query: ownUsageQuery,
    answer: ownUsageList,
  },
  downloadUsage: {
    tags: ['Console: exports'],
    summary: 'Fetch usage as a file',
    description:
      'The same sums as XLSX or CSV, in the order of what they are grouped by, with what was counted beside tokens in columns of its own, every charge exact to the nano, the total in the last row. Beyond 500,000 rows the last row says that it is not whole, in place of the total: group by less, or ask for fewer days.',
    params: accountParams,
    query: ownUsageFileQuery,
    refusals: ['export_writer_busy'],
  },
});
