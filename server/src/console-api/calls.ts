import { accountParams } from '@tollgate/contract/console/account';
import {
  callsSummary,
  ownCallDetail,
  ownCallList,
  ownCallsFilter,
  ownCallsQuery,
  type OwnCallAnswer,
} from '@tollgate/contract/console/calls';
import { callRetentionDays } from '@tollgate/contract/retention';
import { z } from 'zod';
import { pageSize } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import { sumCalls } from '../control/call-sums.ts';
import { listCalls } from '../control/lists-within-scope.ts';
import { namesOf, type Names } from '../control/names.ts';
import { receiptOf } from '../control/receipts.ts';
import { findCall } from '../control/within-scope.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import { callView } from '../views/call-view.ts';
import { summaryView } from '../views/calls-summary-view.ts';
import { readCallsFilter } from './calls-filter.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: calls'];
const dayMs = 86_400_000;

/** A row without what is the operator's business, and with what its ids are called. */
function ownView(call: CallRecord, names: Names): OwnCallAnswer {
  const {
    account_id: _account,
    uncollected: _uncollected,
    upstream_cost: _cost,
    route: _route,
    attempts: _attempts,
    attempt_log: _log,
    ...own
  } = callView(call);
  const key = names.key(call.keyId);
  return {
    ...own,
    key: key === null ? null : { remark: key.remark, prefix: key.prefix, last4: key.last4 },
    sub_account_name: names.subAccount(call.subAccountId),
  };
}

export const callsResource: ConsoleResource = (app, { control }) => {
  app.get(
    `${accountPath}/calls`,
    {
      config: { who: 'calls.read' },
      schema: {
        tags,
        summary: 'Read the call log',
        description: `Newest first; every filter narrows. Rows are kept for ${String(callRetentionDays)} days. With \`ending\` or \`error_code\` a page can be shorter than its limit, or empty, while \`next\` says that there is more to look at.`,
        params: accountParams,
        querystring: ownCallsQuery,
        response: answers(ownCallList),
      },
    },
    async (request) => {
      const { query, params } = request;
      const principal = principalOf(request);
      const load = await listCalls(control, principal, readCallsFilter(control, params.accountId, query));
      const { rows, next } = await load({ limit: pageSize(query), cursor: query.cursor });
      const names = await namesOf(control, principal, params.accountId, rows);
      return { data: rows.map((row) => ownView(row, names)), next };
    },
  );

  app.get(
    `${accountPath}/calls/summary`,
    {
      config: { who: 'calls.read' },
      schema: {
        tags,
        summary: 'Sum up a filter of the call log',
        description:
          'Sums, a histogram over time and the errors met, with their remedies; of the last 24 hours where `from` is left out. Of more calls than can be added up in two seconds the newest are: `summed_from` says since when.',
        params: accountParams,
        querystring: ownCallsFilter,
        response: answers(callsSummary),
      },
    },
    async (request) => {
      const { params, query } = request;
      const filter = readCallsFilter(control, params.accountId, query);
      const toMs = filter.toMs ?? control.clock.nowMs() + 1;
      const fromMs = filter.fromMs ?? toMs - dayMs;
      return summaryView(await sumCalls(control, principalOf(request), { ...filter, fromMs, toMs }));
    },
  );

  app.get(
    `${accountPath}/calls/:callId`,
    {
      config: { who: 'calls.read' },
      schema: {
        tags,
        summary: 'Show a call',
        description: 'By the `x-request-id` of its answer; with the receipt of its charge.',
        params: accountParams.extend({ callId: z.string().max(64) }),
        response: answers(ownCallDetail),
      },
    },
    async (request) => {
      const { accountId, callId } = request.params;
      const principal = principalOf(request);
      const call = await findCall(control, principal, callId);
      const names = await namesOf(control, principal, accountId, [call]);
      return { ...ownView(call, names), ...(await receiptOf(control, call)) };
    },
  );
};
