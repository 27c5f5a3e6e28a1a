import type { CallRecord, NoticeDraft } from '../domain/books/call-record.ts';
import type { Target } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { MeteredCall } from './outcome.ts';

function endpointName(target: Target): string {
  return target.kind === 'model' || target.kind === 'local' ? target.endpoint.name : 'unknown';
}

/** Writes the one record of a call. A call whose key matched nothing belongs to nobody and has been noted as such already. */
export function log(context: GatewayContext, settled: MeteredCall, notices: readonly NoticeDraft[]): void {
  const { call, usage } = settled;
  if (call.entry === undefined) return;
  const { key, account } = call.entry;
  const { hourStartMs, day } =
    call.day === undefined ? context.calendar.at(call.requestTimeMs) : { hourStartMs: call.hourStartMs ?? 0, day: call.day };
  const record: CallRecord = {
    id: call.id,
    requestTimeMs: call.requestTimeMs,
    accountId: account.account.id,
    subAccountId: key.subAccountId,
    keyId: key.id,
    endpoint: endpointName(call.target),
    model: call.model,
    kind: call.target.kind === 'model' ? call.target.endpoint.kind : null,
    status: settled.status,
    streamed: call.streamed,
    inputTokens: usage.inputTokens,
    cachedTokens: usage.cachedTokens,
    outputTokens: usage.outputTokens,
    reasoningTokens: usage.reasoningTokens,
    usageEstimated: settled.usageEstimated,
    charge: settled.charge,
    priceVersion: call.reservation === undefined ? null : (call.quote?.priceVersion ?? null),
    uncollected: settled.uncollected,
    upstreamCost: settled.upstreamCost,
    durationMs: Math.round((call.answeredMs ?? context.clock.monotonicMs()) - call.startedMs),
    firstTokenMs: call.firstTokenMs === null ? null : Math.round(call.firstTokenMs),
    sourceIp: call.sourceIp,
    route: call.routeName,
    attempts: call.attempts,
    attemptLog: call.attemptLog,
    ending: settled.ending,
    errorCode: settled.errorCode,
    error: settled.error,
    hourStartMs,
    day,
    count: 1,
  };
  // Over before anything was reserved: no rate bounds such calls, and they cost nothing.
  if (settled.ending !== 'complete' && call.reservation === undefined)
    context.refusedCalls.take(record, account.account.limits.requestsPerMinute);
  else context.books.close(record, notices);
  context.observe(record);
}
