import { attemptFault } from '@tollgate/contract/calls/attempt-faults';
import { isGeneralCause, readCallCause } from '@tollgate/contract/calls/call-causes';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { regions } from '@tollgate/contract/enumerations';
import { formatAmount, formatExact } from '@tollgate/contract/money';
import { amountsOf } from '@tollgate/contract/quantities';
import type { PromptUsage } from '@tollgate/contract/usage';
import { showMultiplier } from '../../control/amounts.ts';
import { showTime } from '../../control/show-time.ts';
import { firstTokenOf, type CallRecord } from '../../domain/books/call-record.ts';

/** API name of a record member: `priceVersion` becomes `price_version`. Some times lose their unit suffix. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type NameShown<Name extends string> = Snake<Name> | (Name extends `${infer Rest}${'Ms' | 'Ppm'}` ? Snake<Rest> : never);
type OfTheBooksAlone = 'hourStartMs' | 'day';
/** All other members of the record, under their names in the response. By default, these are the same names. */
type Shown = {
  readonly [
    Name in Exclude<keyof CallRecord, OfTheBooksAlone> as NameShown<Name> & keyof CallAnswer extends never
      ? Name
      : NameShown<Name> & keyof CallAnswer
  ]: unknown;
};

function showPriced(priced: CallRecord['priced']): CallAnswer['priced'] {
  if (priced === null) return null;
  const { more, tier, prompts } = priced;
  return {
    ...(tier === undefined ? {} : { tier }),
    ...(more === undefined ? {} : { more: Object.fromEntries(amountsOf(more)) }),
    ...(prompts === undefined ? {} : { prompts: prompts.map(showPrompt) }),
  };
}

function showPrompt({ inputTokens, cachedTokens, outputTokens, reasoningTokens, more, tier }: PromptUsage) {
  return {
    input_tokens: inputTokens,
    cached_tokens: cachedTokens,
    output_tokens: outputTokens,
    reasoning_tokens: reasoningTokens,
    more: more === null ? null : Object.fromEntries(amountsOf(more)),
    tier,
  };
}

/** The complete trail, for operators. */
export function showTrail(trail: CallRecord['trail']): CallAnswer['trail'] {
  if (trail === null) return null;
  const { routes, dropped, ...rest } = trail;
  return { ...rest, ...(routes && { routes: [...routes] }), ...(dropped && { dropped: [...dropped] }) };
}

/** Only operators see how the route was chosen. */
function withoutRoutes(trail: CallRecord['trail']): CallRecord['trail'] {
  const { routes: _routes, by: _by, ...rest } = trail ?? {};
  return Object.keys(rest).length === 0 ? null : rest;
}

/** The region, which is the suffix of a route. */
function regionOf(route: string | null): CallAnswer['region'] {
  return regions.find((region) => route?.endsWith(`/${region}`) === true) ?? null;
}

/** The cause as a code, for readers in any language. */
function causeOf({ error, errorCode }: CallRecord): CallAnswer['cause'] {
  return error === null || isGeneralCause(error, errorCode) ? null : readCallCause(error);
}

/** A row of the call log, shared by all APIs. */
export function callView(call: CallRecord): CallAnswer {
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
    first_token_ms: firstTokenOf(call),
    source_ip: call.sourceIp,
    route: call.route,
    own_upstreams: call.ownUpstreams,
    region: regionOf(call.route),
    attempts: call.attempts,
    attempt_log:
      call.attemptLog?.map(({ route, key, fault, durationMs }) => ({
        route,
        key: key ?? null,
        fault,
        fault_code: fault === null ? null : attemptFault(fault),
        duration_ms: durationMs,
      })) ?? null,
    ending: call.ending,
    error_code: call.errorCode,
    error: call.error,
    cause: causeOf(call),
    count: call.count,
  } satisfies CallAnswer & Shown;
}
