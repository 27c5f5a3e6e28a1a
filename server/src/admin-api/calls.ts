import { callDetail, callList, callsQuery, type CallAnswer, type CallsQuery } from '@tollgate/contract/admin/calls';
import { regions } from '@tollgate/contract/enumerations';
import { ApiError } from '@tollgate/contract/errors';
import { formatAmount, formatExact } from '@tollgate/contract/money';
import { callRetentionDays } from '@tollgate/contract/retention';
import { amountsOf } from '@tollgate/contract/quantities';
import { readSpan } from '../control-http/moments.ts';
import { pageSize } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { showMultiplier } from '../control/amounts.ts';
import { listCalls } from '../control/lists-within-scope.ts';
import type { CallsFilter } from '../control/ports.ts';
import { receiptOf } from '../control/receipts.ts';
import { showTime } from '../control/tenant-settings.ts';
import { findCall } from '../control/within-scope.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const dayMs = 86_400_000;

/** A member of the record as the interface names it: `priceVersion` is `price_version`, and some times lose their unit. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type NameShown<Name extends string> = Snake<Name> | (Name extends `${infer Rest}${'Ms' | 'Ppm'}` ? Snake<Rest> : never);
type OfTheBooksAlone = 'hourStartMs' | 'day';
/** All other members of the record, under their names in the answer, or their own where that has none. */
type Shown = {
  readonly [
    Name in Exclude<keyof CallRecord, OfTheBooksAlone> as NameShown<Name> & keyof CallAnswer extends never
      ? Name
      : NameShown<Name> & keyof CallAnswer
  ]: unknown;
};

function showPriced(priced: CallRecord['priced']): CallAnswer['priced'] {
  if (priced === null) return null;
  const { more, ...rest } = priced;
  return more === undefined ? rest : { ...rest, more: Object.fromEntries(amountsOf(more)) };
}

function showTrail(trail: CallRecord['trail']): CallAnswer['trail'] {
  if (trail === null) return null;
  const { routes, dropped, ...rest } = trail;
  return { ...rest, ...(routes && { routes: [...routes] }), ...(dropped && { dropped: [...dropped] }) };
}

/** Who is asked is the operator's business. */
function withoutRoutes(trail: CallRecord['trail']): CallRecord['trail'] {
  const { routes: _routes, ...rest } = trail ?? {};
  return Object.keys(rest).length === 0 ? null : rest;
}

/** What a route ends with. */
function regionOf(route: string | null): CallAnswer['region'] {
  return regions.find((region) => route?.endsWith(`/${region}`) === true) ?? null;
}

/** A row of the call log as every interface shows it. */
function callView(call: CallRecord): CallAnswer {
  return {
    id: call.id,
    request_time: showTime(call.requestTimeMs),
    account_id: call.accountId,
    sub_account_id: call.subAccountId,
    key_id: call.keyId,
    endpoint: call.endpoint,
    model: call.model,
    kind: call.kind,
    status: call.status,
    streamed: call.streamed,
    input_tokens: call.inputTokens,
    cached_tokens: call.cachedTokens,
    output_tokens: call.outputTokens,
    reasoning_tokens: call.reasoningTokens,
    usage_estimated: call.usageEstimated,
    charge: formatAmount(call.charge),
    charge_exact: formatExact(call.charge),
    price_version: call.priceVersion,
    multiplier: call.multiplierPpm === null ? null : showMultiplier(call.multiplierPpm),
    priced: showPriced(call.priced),
    trail: showTrail(withoutRoutes(call.trail)),
    uncollected: formatExact(call.uncollected),
    upstream_cost: formatExact(call.upstreamCost),
    duration_ms: call.durationMs,
    first_token_ms: call.firstTokenMs,
    source_ip: call.sourceIp,
    route: call.route,
    region: regionOf(call.route),
    attempts: call.attempts,
    attempt_log:
      call.attemptLog?.map(({ route, key, fault, durationMs }) => ({
        route,
        key: key ?? null,
        fault,
        duration_ms: durationMs,
      })) ?? null,
    ending: call.ending,
    error_code: call.errorCode,
    error: call.error,
    count: call.count,
  } satisfies CallAnswer & Shown;
}

function readFilter({ control }: AdminDeps, query: CallsQuery): CallsFilter {
  const span = readSpan(query, control.calendar.timeZone);
  if (span.fromMs !== undefined && span.fromMs < control.clock.nowMs() - callRetentionDays * dayMs) {
    throw new ApiError('invalid_parameter', {
      param: 'from',
      message: `\`from\` must lie within the last ${String(callRetentionDays)} days; older calls are not kept. GET /api/admin/usage has older sums.`,
    });
  }
  return {
    accountId: query.account_id,
    subAccountId: query.sub_account_id,
    keyId: query.key_id,
    model: query.model,
    statusClass: query.status_class,
    ending: query.ending,
    errorCode: query.error_code,
    ...span,
  };
}

export const callsResource: AdminResource = (app, deps) => {
  app.get(
    '/calls',
    {
      schema: {
        tags: ['Call log'],
        summary: 'Read the call log',
        description: `Newest first; every filter narrows. Rows are kept for ${String(callRetentionDays)} days. With \`ending\` or \`error_code\` a page looks at no more than 10,000 calls: it can be shorter than its limit, or empty, while \`next\` says that there is more to look at.`,
        querystring: callsQuery,
        response: answers(callList),
      },
    },
    async (request) => {
      const { query } = request;
      const filter = readFilter(deps, query);
      const load = await listCalls(deps.control, principalOf(deps, request), filter);
      const { rows, next } = await load({ limit: pageSize(query), cursor: query.cursor });
      return { data: rows.map(callView), next };
    },
  );

  app.get(
    '/calls/:id',
    {
      schema: {
        tags: ['Call log'],
        summary: 'Show a call',
        description: 'By the `x-request-id` of its answer; with the receipt of its charge.',
        params: idParams,
        response: answers(callDetail),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const call = await findCall(deps.control, principal, request.params.id);
      const ofOperators = principal.scope.kind === 'operator' ? { trail: showTrail(call.trail) } : {};
      return { ...callView(call), ...ofOperators, ...(await receiptOf(deps.control, call)) };
    },
  );
};
