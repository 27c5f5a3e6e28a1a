import type { Moment } from '../domain/limits/calendar.ts';
import type { Admission } from '../domain/limits/coordination.ts';
import type { Estimate, ModelEndpoint } from '../endpoints/endpoint.ts';
import { admissionRefusal } from './admission-refusal.ts';
import { affordableOutputTokens } from './affordable-output.ts';
import type { AdmittedCall, AuthenticatedCall, Wanted } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import { rateHeaders } from './rate-headers.ts';
import { noteRefusedBody, refuseAfterManyRefusals } from './refused-body.ts';
import { reserve } from './reserve.ts';
import { offer, understand } from './understand.ts';

/** An account that changes faster than it can be read is told to try again. */
const freshTriesMax = 5;

function estimateOf(
  context: GatewayContext,
  { entry }: AuthenticatedCall,
  wanted: Wanted,
  outputTokensMax: number | null,
): Estimate {
  const { endpoint, wants, body, offered } = wanted;
  const bounded = outputTokensMax === null ? wants : { ...wants, outputTokensMax: outputTokensMax * wants.choices };
  return endpoint.estimate(bounded, body, {
    outputLimit: offered.outputLimit,
    contextLength: offered.contextLength,
    outputBoundHolds: offered.maxTokensIncludesReasoning || !offered.features.includes('reasoning'),
    typicalOutputTokens: context.typicalOutput.of(entry.account.account.id, offered),
  });
}

interface Attempt {
  readonly admission: Admission;
  readonly estimate: Estimate;
  readonly outputTokensMax: number | null;
  readonly moment: Moment;
  readonly slowed: boolean;
}

async function admitOnce(context: GatewayContext, call: AuthenticatedCall, wanted: Wanted): Promise<Attempt> {
  const unbounded = wanted.strict && wanted.wants.outputTokensMax === null;
  const first = estimateOf(context, call, wanted, null);
  // A strict call without a bound of its own gets one: nothing else makes the worst case true.
  let outputTokensMax = unbounded ? Math.floor(first.worst.outputTokens / wanted.wants.choices) : null;
  let estimate = first;
  let attempted = await reserve(context, call, wanted, estimate);
  const { admission: wish } = attempted;
  if (!wish.admitted && unbounded && wish.refusal.reason === 'money_reserved') {
    outputTokensMax = await affordableOutputTokens(context, call, wanted, first);
    if (outputTokensMax !== null) {
      estimate = estimateOf(context, call, wanted, outputTokensMax);
      attempted = await reserve(context, call, wanted, estimate);
    }
  }
  return { ...attempted, estimate, outputTokensMax };
}

interface Admitted extends Attempt {
  readonly admission: Admission & { readonly admitted: true };
  readonly wanted: Wanted;
}

/** Asks again with fresh entries while what was known of the account is out of date. */
async function admitFresh(context: GatewayContext, call: AuthenticatedCall, understood: Wanted): Promise<Admitted> {
  let wanted = understood;
  for (let tries = 1; ; tries += 1) {
    const attempt = await admitOnce(context, call, wanted);
    const { admission } = attempt;
    if (admission.admitted) return { ...attempt, admission, wanted };
    if (admission.refusal.reason !== 'stale' || tries === freshTriesMax) {
      call.client.addHeaders(rateHeaders(admission.rate));
      throw admissionRefusal(context, call, admission.refusal, attempt.slowed);
    }
    await context.directory.reload(call.entry.account.account.id);
    wanted = { ...wanted, ...offer(context, call, wanted) };
  }
}

/**
 * May this call be made? Reads and checks the body, then asks all limits in one atomic step; a refusal consumes nothing.
 * @throws {ApiError} 400, 403, 404, 413, 415, 429 or 503 of the catalogue.
 */
export async function admit(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint): Promise<AdmittedCall> {
  refuseAfterManyRefusals(context, call);
  try {
    return await readAndAdmit(context, call, endpoint);
  } catch (thrown) {
    noteRefusedBody(context, call, thrown);
    throw thrown;
  }
}

async function readAndAdmit(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint): Promise<AdmittedCall> {
  const understood = await understand(context, call, endpoint);
  const loading = context.coordination.prepare(call.entry.account.account.id, call.entry.key.id);
  if (loading !== undefined) await loading;
  const { admission, estimate, outputTokensMax, moment, wanted } = await admitFresh(context, call, understood);
  context.brokenConnections.begun(call.entry.key.id, admission.reservation.amount);
  call.client.addHeaders(rateHeaders(admission.rate));
  const { hourStartMs, day } = moment;
  const admitted: AdmittedCall = Object.assign(call, wanted, {
    estimate,
    outputTokensMax,
    reservation: admission.reservation,
    rate: admission.rate,
    hourStartMs,
    day,
  });
  context.books.open({
    id: call.id,
    requestTimeMs: call.requestTimeMs,
    accountId: call.entry.account.account.id,
    subAccountId: call.entry.key.subAccountId,
    keyId: call.entry.key.id,
    endpoint: endpoint.name,
    model: wanted.offered.name,
    kind: endpoint.kind,
    streamed: wanted.wants.stream,
    sourceIp: call.sourceIp,
    priceVersion: wanted.quote.priceVersion,
    hourStartMs,
    day,
  });
  return admitted;
}
