import { plainListQuery } from '../lists.ts';
import { accountParams } from '../tenants/account.ts';
import { sumsQuery } from './operator-calls.ts';
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
    description: `Newest first, kept for ${String(callRetentionDays)} days. With \`ending\` or \`error_code\` a page can be short or empty although \`next\` is set.`,
    params: accountParams,
    query: ownCallsQuery,
    answer: ownCallList,
    refusals: ['call_cursor_wrong', 'older_calls_in_usage'],
  },
  sumCalls: {
    tags: ['Console: calls'],
    summary: 'Summarize the call log',
    description:
      'Sums, a histogram over time and errors with their remedies, by default of the last 24 hours. If there are too many calls, only the newest since `summed_from` are included.',
    params: accountParams,
    query: ownCallsFilter.extend(sumsQuery),
    answer: callsSummary,
    refusals: ['older_calls_in_usage'],
  },
  readCall: {
    tags: ['Console: calls'],
    summary: 'Show a call',
    description: 'Finds a call by its `x-request-id` and shows the receipt of its charge.',
    params: accountParams.extend({ callId: z.string().max(64) }),
    answer: ownCallDetail,
  },
  listExports: {
    tags: ['Console: exports'],
    summary: 'List exports',
    description: 'Newest first. Exports are kept for 24 hours.',
    params: accountParams,
    query: plainListQuery,
    answer: exportList,
  },
  createExport: {
    tags: ['Console: exports'],
    summary: 'Export the call log',
    description:
      'Exports filtered calls as XLSX or CSV, newest first, with the exact sum in the last row. Up to about 50,000 calls are `ready` at once; larger exports are written first, one per account at a time.',
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
    summary: 'Download the file of an export',
    params: exportParams,
    refusals: ['export_has_no_file', 'export_not_ready'],
  },
  sumUsage: {
    tags: ['Console: calls'],
    summary: 'Summarize usage',
    description:
      'Sums of calls, tokens and charges by day, sub_account_id, key_id and model. A call counts on the day it was admitted, in the time zone of the service. Sums are kept longer than the call log.',
    params: accountParams,
    query: ownUsageQuery,
    answer: ownUsageList,
  },
  downloadUsage: {
    tags: ['Console: exports'],
    summary: 'Download usage as a file',
    description:
      'The same sums as XLSX or CSV in the order of the groups, with separate columns for other quantities, exact charges and the total in the last row. Above 500,000 rows the file is incomplete and its last row says so: use fewer groups or days.',
    params: accountParams,
    query: ownUsageFileQuery,
    refusals: ['export_writer_busy'],
  },
});
