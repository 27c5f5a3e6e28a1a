import type { RateState } from '../../domain/limits/coordination.ts';
import type { Estimate, ModelEndpoint } from '../../endpoints/endpoint.ts';
import { admissionRefusal } from './admission-refusal.ts';
import { estimateOf } from './estimate-of.ts';
import { fallbackOf } from './fallback-of.ts';
import { affordableOutputTokens } from './affordable-output.ts';
import type { AdmittedCall, AuthenticatedCall, EstimatedCall, Filling } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { refuseInMaintenance } from './refuse-in-maintenance.ts';
import { rateHeaders } from './rate-headers.ts';
import { noteRefusedBody, refuseAfterManyRefusals } from './refused-body.ts';
import { readScanned } from '../read-scanned.ts';
import { readRequest } from './read-request.ts';
import { reserve, type Asked } from './reserve.ts';
import { resolveTerms } from './resolve-terms.ts';

type Parts = Pick<
  GatewayContext,
  | 'bodyMemory'
  | 'books'
  | 'brokenConnections'
  | 'calendar'
  | 'catalog'
  | 'clock'
  | 'coordination'
  | 'directory'
  | 'endpoints'
  | 'limits'
  | 'news'
  | 'refusedBodies'
  | 'spentKeys'
  | 'state'
  | 'timeZone'
  | 'typicalOutput'
>;

/** If an account changes faster than it can be loaded, the client gets an error and retries. */
const freshTriesMax = 5;

/** Checks all limits once. If a strict call cannot afford its worst case, checks again with as many output tokens as it can afford. */
function askOnce(context: Parts, call: Filling<EstimatedCall>): Asked | Promise<Asked> {
  const unbounded = call.strict && call.wants.outputTokensMax === null;
  const first = estimateOf(context, call, null);
  call.estimate = first;
  call.fallback = fallbackOf(context, call);
  // A strict call without an output bound gets one; otherwise its worst case would not be a bound.
  call.outputTokensMax = unbounded ? Math.floor(first.worst.outputTokens / call.wants.choices) : null;
  const asked = reserve(context, call);
  return unbounded ? askAffordable(context, call, { first, asked }) : asked;
}

async function askAffordable(
  context: Parts,
  call: Filling<EstimatedCall>,
  { first, asked }: { readonly first: Estimate; readonly asked: Asked | Promise<Asked> },
): Promise<Asked> {
  const { admission: wish } = await asked;
  if (wish.admitted || wish.refusal.reason !== 'money_reserved') return asked;
  const affordable = await affordableOutputTokens(context, call, first);
  if (affordable === null) return asked;
  call.outputTokensMax = affordable;
  call.estimate = estimateOf(context, call, affordable);
  return reserve(context, call);
}

/** Checks again with fresh entries while the known state of the account is out of date. */
async function askFresh(context: Parts, call: Filling<AdmittedCall>): Promise<RateState> {
  for (let tries = 1; ; tries += 1) {
    const asking = askOnce(context, call);
    const { admission, moment, slowed } = asking instanceof Promise ? await asking : asking;
    if (admission.admitted) {
      call.reservation = admission.reservation;
      call.hourStartMs = moment.hourStartMs;
      call.day = moment.day;
      return admission.rate;
    }
    if (admission.refusal.reason !== 'stale' || tries === freshTriesMax) {
      call.client.addHeaders(rateHeaders(admission.rate));
      throw admissionRefusal(context, call, admission.refusal, slowed);
    }
    await context.directory.reload(call.entry.account.account.id);
    resolveTerms(context, call);
  }
}

/**
 * Decides whether the call may be made. Reads and checks the body, then checks all limits in one atomic step; a refusal consumes nothing.
 * @throws {ApiError} 400, 403, 404, 413, 415, 429 or 503 of the catalogue.
 */
export async function admit(context: Parts, call: AuthenticatedCall, endpoint: ModelEndpoint): Promise<AdmittedCall> {
  // Checked before the body is read and again when limits are checked: maintenance may begin in between.
  refuseInMaintenance(context, call.requestTimeMs);
  refuseAfterManyRefusals(context, call);
  try {
    const body = await readScanned(context, call, endpoint.form);
    const admitted = readRequest(context, call, endpoint, body) as AdmittedCall;
    const { account, key } = call.entry;
    const loading = context.coordination.prepare(account.account.id, key.id, key.subAccountId);
    if (loading !== undefined) await loading;
    begin(context, admitted, await askFresh(context, admitted));
    return admitted;
  } catch (thrown) {
    noteRefusedBody(context, call, thrown);
    throw thrown;
  }
}

/** The retirement date of a model as an RFC 8594 header, on every response for this model. */
function sunset(retirementDate: string, timeZone: string): readonly [string, string] {
  const { epochMilliseconds } = Temporal.PlainDate.from(retirementDate).toZonedDateTime(timeZone);
  return ['sunset', new Date(epochMilliseconds).toUTCString()];
}

/** From here on, exactly one settlement must follow. */
function begin(context: Parts, call: AdmittedCall, rate: RateState): void {
  const { endpoint, reservation, model, wants, quote, hourStartMs, day } = call;
  context.brokenConnections.begun(call.entry.key.id, reservation.amount);
  call.client.addHeaders(rateHeaders(rate));
  if (model.retirementDate !== null) call.client.addHeaders([sunset(model.retirementDate, context.timeZone)]);
  context.books.open({
    id: call.id,
    requestTimeMs: call.requestTimeMs,
    accountId: call.entry.account.account.id,
    subAccountId: call.entry.key.subAccountId,
    keyId: call.entry.key.id,
    endpoint: endpoint.name,
    model: model.name,
    kind: endpoint.kind,
    streamed: wants.stream,
    sourceIp: call.sourceIp,
    priceVersion: quote.priceVersion,
    hourStartMs,
    day,
  });
}
