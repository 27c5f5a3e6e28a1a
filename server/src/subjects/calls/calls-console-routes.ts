import { callsRoutes } from '@tollgate/contract/calls/console-routes';
import { attemptFault } from '@tollgate/contract/calls/attempt-faults';
import { attemptResult } from '@tollgate/contract/calls/route-attempts';
import { addRoute } from '../../control-http/add-route.ts';
import type { OwnCallAnswer, OwnCallDetail } from '@tollgate/contract/calls/console-calls';
import { pageSize } from '../../control-http/paging.ts';
import { sumCalls } from './call-sums.ts';
import { listCalls } from './list-calls.ts';
import { namesOf, type Names } from '../../control/names.ts';
import { receiptOf } from './receipts.ts';
import { findCall } from '../../control/within-scope.ts';
import type { CallRecord } from '../../domain/books/call-record.ts';
import { callView } from './call-view.ts';
import { summaryView } from './calls-summary-view.ts';
import { readCallsFilter } from './calls-query.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';
const dayMs = 86_400_000;

/** A row without the operator-only fields, with the names of its ids. */
function ownView(call: CallRecord, names: Names): OwnCallAnswer {
  const {
    account_id: _account,
    uncollected: _uncollected,
    upstream_cost: _cost,
    route: _route,
    own_upstreams: _own,
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

/** The attempts without names, keys and messages of upstreams: routes are numbers that mean nothing outside of this call. */
function ownAttempts({ attemptLog }: CallRecord): OwnCallDetail['route_attempts'] {
  if (attemptLog === null) return null;
  const routes = [...new Set(attemptLog.map(({ route }) => route))];
  return attemptLog.map(({ route, fault, durationMs }) => ({
    route: routes.indexOf(route) + 1,
    result: attemptResult(fault === null ? null : attemptFault(fault)),
    duration_ms: durationMs,
  }));
}

export const callsResource: ConsoleResource = (app, { control }) => {
  addRoute(app, callsRoutes.listCalls, async (request) => {
    const { query, params } = request;
    const principal = principalOf(request);
    const load = await listCalls(control, principal, readCallsFilter(control, params.accountId, query));
    const { rows, next } = await load({ limit: pageSize(query), cursor: query.cursor });
    const names = await namesOf(control, principal, params.accountId, rows);
    return { data: rows.map((row) => ownView(row, names)), next };
  });

  addRoute(app, callsRoutes.sumCalls, async (request) => {
    const { params, query } = request;
    const filter = readCallsFilter(control, params.accountId, query);
    const toMs = filter.toMs ?? control.clock.nowMs() + 1;
    const fromMs = filter.fromMs ?? toMs - dayMs;
    return summaryView(
      await sumCalls(control, principalOf(request), { ...filter, fromMs, toMs, withFirstToken: query.first_token === 'true' }),
    );
  });

  addRoute(app, callsRoutes.readCall, async (request) => {
    const { accountId, callId } = request.params;
    const principal = principalOf(request);
    const call = await findCall(control, principal, callId);
    const names = await namesOf(control, principal, accountId, [call]);
    return { ...ownView(call, names), route_attempts: ownAttempts(call), ...(await receiptOf(control, call)) };
  });
};
