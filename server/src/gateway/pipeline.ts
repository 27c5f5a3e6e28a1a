import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@tollgate/contract/errors';
import { formatExact } from '@tollgate/contract/money';
import { preflightHeaders } from '../http/cors.ts';
import { admit } from './admit/admit.ts';
import { answerLocally } from './answer-locally.ts';
import { authenticate } from './authenticate/authenticate.ts';
import type { AdmittedCall, AnsweredCall, ReceivedCall, Target } from './call.ts';
import { callUpstream } from './call-upstream/call-upstream.ts';
import type { GatewayContext } from './gateway-context.ts';
import { confirm } from './confirm.ts';
import { restore, takeFallback, withFallbackHeader } from './fallback.ts';
import { handOver } from './hand-over.ts';
import { log } from './log.ts';
import { doubtOf, meter, notMetered } from './meter.ts';
import type { HandedOver, MeteredCall, Outcome } from './outcome.ts';
import { receive, type Received } from './receive.ts';
import { refuse } from './refusals/refuse.ts';
import { relay } from './relay.ts';
import { route } from './route.ts';
import { serveContent } from './files/serve-content.ts';
import { settle } from './settle.ts';
import { wrongBaseAddress } from './refusals/wrong-base-address.ts';

/** The available operations, for a client whose base URL is right. */
function operations({ endpoints }: GatewayContext): string {
  return endpoints.map(({ method, path }) => `${method} ${path}`).join(', ');
}

function unservable(context: GatewayContext, target: Target): ApiError {
  if (target.kind === 'wrong_method')
    return new ApiError('method_not_allowed', { message: `This address accepts only ${target.allow}.` });
  if (target.kind === 'wrong_base') return wrongBaseAddress(context);
  return new ApiError('unknown_url', {
    message: `This operation does not exist. Operations below ${context.publicUrl()}/v1: ${operations(context)}.`,
  });
}

/** The key in an invalid head is not read, so the refusal belongs to no account. Operators see it. */
function noteUnsound(context: GatewayContext, call: ReceivedCall, fault: ApiError): ApiError {
  const { requestTimeMs: atMs, sourceIp, pathAsSent: path } = call;
  context.books.stray({ atMs, sourceIp, path, code: fault.code, fault: fault.message });
  return fault;
}

/** A route's answer, or, if no route of the model has one, that of its fallback. */
async function answer(context: GatewayContext, call: AdmittedCall): Promise<AnsweredCall> {
  try {
    return await callUpstream(context, route(context, call));
  } catch (thrown) {
    const requested = takeFallback(call, thrown);
    if (requested === null) throw thrown;
    try {
      return withFallbackHeader(await callUpstream(context, route(context, call)));
    } catch (again) {
      throw restore(call, requested, { thrown, again });
    }
  }
}

/** From a request head to an outcome. This is the only place that catches errors: every call ends in exactly one outcome. */
async function attempt(context: GatewayContext, received: ReceivedCall, fault: ApiError | null): Promise<Outcome | HandedOver> {
  try {
    if (fault !== null) throw noteUnsound(context, received, fault);
    // A result that is already available is not awaited: each await costs a call a turn of the queue and some objects.
    const found = authenticate(context, received);
    const authenticated = found instanceof Promise ? await found : found;
    const { target } = authenticated;
    if (target.kind === 'local') return await answerLocally(context, authenticated, target.endpoint, target.rest);
    if (target.kind !== 'model') throw unservable(context, target);
    const admitted = await admit(context, authenticated, target.endpoint);
    if (target.endpoint.music !== undefined) return await handOver(context, route(context, admitted), target.endpoint.music);
    const answered = await answer(context, admitted);
    const outcome = await relay(context, answered);
    const confirming = confirm(context, outcome);
    return confirming === null ? outcome : await confirming;
  } catch (thrown) {
    return refuse(context, received, thrown);
  }
}

/** Either the provider that reports impossible usage is at fault, or the limits in the model's record are wrong. */
function warnOfUsage({ logger }: GatewayContext, { outcome, upstreamCost }: MeteredCall): void {
  const { call } = outcome;
  const work = outcome.kind === 'unadmitted' ? null : outcome.work;
  const reported = work?.usage.kind === 'valid' ? work.usage.usage : null;
  const { id: callId, routeName: route, modelName: model } = call;
  const loss = formatExact(upstreamCost);
  logger.error({ callId, route, model, reported, loss }, 'a provider reported an impossible usage; the call was not charged');
}

/** For complete answers only: a broken one has not reported everything. */
function warnOfDoubt({ usageDoubts }: GatewayContext, { outcome }: MeteredCall): void {
  if (outcome.kind !== 'answered' || outcome.ending !== 'complete') return;
  const doubt = doubtOf(outcome.work);
  if (doubt !== null) usageDoubts.note(outcome.call, doubt);
}

/** If anything here fails, the reservation of the call is still released and the call is logged. */
function metered(context: GatewayContext, outcome: Outcome): MeteredCall {
  try {
    const result = meter(outcome);
    if (result.errorCode === 'usage_invalid') warnOfUsage(context, result);
    else if (result.usageEstimated) warnOfDoubt(context, result);
    return result;
  } catch (error) {
    context.logger.error({ callId: outcome.call.id, err: error }, 'a call could not be metered and is not charged');
    return notMetered(outcome);
  }
}

/**
 * Serves one request: receive → authenticate → admit → route → call upstream → relay → confirm → meter → settle → log. A file at a signed
 * URL is not a call: it needs no key and has no row in the log. Never rejects; a failure after the outcome is an internal fault and is
 * logged as such.
 */
export async function serve(
  context: GatewayContext,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): Promise<void> {
  let received: Received;
  try {
    received = receive(context, request, response, expectsContinue);
  } catch (error) {
    // No call exists yet that could be answered or logged, and an exception here would end the process.
    context.logger.error({ err: error }, 'an unexpected error occurred while reading the head of a request');
    response.destroy();
    return;
  }
  const { call, fault } = received;
  if (request.method === 'OPTIONS' && fault === null) {
    call.client.addHeaders(preflightHeaders(request));
    call.client.sendEmpty(204);
    return;
  }
  context.state.running.add(call);
  try {
    if (call.target.kind === 'content' && fault === null) {
      await serveContent(context, call, call.target.rest);
      return;
    }
    const outcome = await attempt(context, call, fault);
    if (outcome.kind === 'handed_over') return;
    const result = metered(context, outcome);
    log(context, result, await settle(context, result));
  } catch (error) {
    context.logger.error({ callId: call.id, err: error }, 'a call could not be settled or logged');
  } finally {
    call.memory?.release();
    context.state.running.delete(call);
  }
}
