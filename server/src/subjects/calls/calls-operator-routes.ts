import { operatorCallsRoutes } from '@tollgate/contract/calls/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { CallRow, CallsFilterQuery } from '@tollgate/contract/calls/operator-calls';
import { pageSize } from '../../control-http/paging.ts';
import { readCallsFilter } from './calls-query.ts';
import { sumCalls } from './call-sums.ts';
import { listCalls } from './list-calls.ts';
import { keyNames } from '../../control/names.ts';
import { receiptOf } from './receipts.ts';
import type { Principal } from '../../control/principal.ts';
import { findCall } from '../../control/within-scope.ts';
import type { CallRecord } from '../../domain/books/call-record.ts';
import { callView, showTrail } from './call-view.ts';
import { summaryView } from './calls-summary-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../admin-api/admin-deps.ts';

const dayMs = 86_400_000;

const readFilter = ({ control }: AdminDeps, query: CallsFilterQuery) =>
  readCallsFilter(control, query.account_id, query, 'older_calls_summed');

/** Rows with the names of their keys. */
async function rowsNamed(
  { control }: AdminDeps,
  principal: Principal,
  rows: readonly CallRecord[],
): Promise<(call: CallRecord) => CallRow> {
  const names = await keyNames(
    control,
    principal,
    rows.map(({ keyId }) => keyId),
  );
  return (call) => {
    const key = names.get(call.keyId);
    const name = key === undefined ? null : { remark: key.remark, prefix: key.prefix, last4: key.last4 };
    return { ...callView(call), key: name };
  };
}

export const callsResource: AdminResource = (app, deps) => {
  addRoute(app, operatorCallsRoutes.listCalls, async (request) => {
    const { query } = request;
    const filter = readFilter(deps, query);
    const principal = principalOf(deps, request);
    const load = await listCalls(deps.control, principal, filter);
    const { rows, next } = await load({ limit: pageSize(query), cursor: query.cursor });
    const named = await rowsNamed(deps, principal, rows);
    return { data: rows.map(named), next };
  });

  addRoute(app, operatorCallsRoutes.sumCalls, async (request) => {
    const filter = readFilter(deps, request.query);
    const toMs = filter.toMs ?? deps.control.clock.nowMs() + 1;
    const fromMs = filter.fromMs ?? toMs - dayMs;
    const withFirstToken = request.query.first_token === 'true';
    return summaryView(await sumCalls(deps.control, principalOf(deps, request), { ...filter, fromMs, toMs, withFirstToken }));
  });

  addRoute(app, operatorCallsRoutes.readCall, async (request) => {
    const principal = principalOf(deps, request);
    const call = await findCall(deps.control, principal, request.params.id);
    const named = await rowsNamed(deps, principal, [call]);
    const ofOperators = principal.scope.kind === 'operator' ? { trail: showTrail(call.trail) } : {};
    return { ...named(call), ...ofOperators, ...(await receiptOf(deps.control, call)) };
  });
};
