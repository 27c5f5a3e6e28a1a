import type { CallRecord, CallTrail, NoticeDraft } from '../domain/books/call-record.ts';
import type { ReceivedCall, Target } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { MeteredCall, Outcome } from './outcome.ts';
import { notesOf } from './pass-over.ts';

type Parts = Pick<GatewayContext, 'books' | 'calendar' | 'clock' | 'observe' | 'refusedCalls'>;

function endpointName(target: Target): string {
  return target.kind === 'model' || target.kind === 'local' ? target.endpoint.name : 'unknown';
}

/** Fields of admitted calls only: hour and day are those of the admission. */
function admissionOf({ calendar }: Parts, outcome: Outcome) {
  if (outcome.kind === 'unadmitted')
    return { ...calendar.at(outcome.call.requestTimeMs), priceVersion: null, multiplierPpm: null };
  const { hourStartMs, day, quote } = outcome.call;
  return { hourStartMs, day, priceVersion: quote.priceVersion, multiplierPpm: quote.multiplierPpm };
}

/** `null` for nearly every call. */
function trailOf({ alias, passedOver, dropped, routedBy, servedModel }: ReceivedCall): CallTrail | null {
  if (alias === null && passedOver === null && dropped === null && routedBy === null && servedModel === null) return null;
  return {
    ...(passedOver === null ? {} : { routes: notesOf(passedOver) }),
    ...(routedBy === null ? {} : { by: routedBy }),
    ...(dropped === null ? {} : { dropped }),
    ...(alias === null ? {} : { asked: alias }),
    ...(servedModel === null ? {} : { served: servedModel }),
  };
}

/** Writes the single record of a call. A call whose key matched nothing belongs to no account and was recorded earlier. */
export function log(context: Parts, settled: MeteredCall, notices: readonly NoticeDraft[]): void {
  const { outcome, usage } = settled;
  const { call } = outcome;
  if (call.entry === undefined) return;
  const { key, account } = call.entry;
  const { hourStartMs, day, priceVersion, multiplierPpm } = admissionOf(context, outcome);
  const record: CallRecord = {
    id: call.id,
    requestTimeMs: call.requestTimeMs,
    accountId: account.account.id,
    subAccountId: key.subAccountId,
    keyId: key.id,
    endpoint: endpointName(call.target),
    model: call.modelName,
    kind: call.target.kind === 'model' ? call.target.endpoint.kind : null,
    status: outcome.status,
    streamed: call.streamed,
    inputTokens: usage.inputTokens,
    cachedTokens: usage.cachedTokens,
    outputTokens: usage.outputTokens,
    reasoningTokens: usage.reasoningTokens,
    usageEstimated: settled.usageEstimated,
    charge: settled.charge,
    priceVersion,
    multiplierPpm,
    priced: settled.priced,
    trail: trailOf(call),
    uncollected: settled.uncollected,
    upstreamCost: settled.upstreamCost,
    durationMs: Math.round((call.answeredMs ?? context.clock.monotonicMs()) - call.startedMs),
    firstTokenMs: call.firstTokenMs === null ? null : Math.round(call.firstTokenMs),
    sourceIp: call.sourceIp,
    route: call.routeName,
    ownUpstreams: call.isOwnRoute || account.account.isolation === 'own_only',
    attempts: call.attempts,
    attemptLog: call.attemptLog,
    ending: outcome.ending,
    errorCode: settled.errorCode,
    error: settled.error,
    hourStartMs,
    day,
    count: 1,
  };
  // The call ended before anything was reserved: no rate limits such calls, and they are free.
  if (outcome.kind === 'unadmitted' && outcome.ending !== 'complete')
    context.refusedCalls.take(record, account.account.limits.requestsPerMinute);
  else context.books.close(record, notices);
  context.observe(record);
}
