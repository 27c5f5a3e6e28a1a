import { ApiError } from '@tollgate/contract/errors';
import { cost, quote, type Quote } from '../domain/catalog/price.ts';
import type { Model } from '../domain/catalog/model.ts';
import type { Admission, AdmitRequest, MoneyLimit, RateLimits } from '../domain/limits/coordination.ts';
import { modelAllowed } from '../domain/tenants/model-allowed.ts';
import { readBody } from '../http/read-body.ts';
import { BodyScanner } from '../json/body-scanner.ts';
import type { ScannedBody } from '../json/scanned-body.ts';
import type { Estimate, ModelEndpoint } from '../endpoints/endpoint.ts';
import { admissionRefusal } from './admission-refusal.ts';
import { affordableOutputTokens } from './affordable-output.ts';
import type { AdmittedCall, AuthenticatedCall, Wanted } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import { rateHeaders } from './rate-headers.ts';
import { refuseUnusableKey } from './refuse-unusable-key.ts';

async function readScanned(context: GatewayContext, call: AuthenticatedCall): Promise<ScannedBody> {
  const scanner = new BodyScanner(context.limits.scan);
  await readBody(call.request, {
    bytesMax: context.limits.bodyBytesMax,
    begin: () => {
      if (call.expectsContinue) call.client.continue();
    },
    onChunk: (chunk) => {
      scanner.push(chunk);
    },
  });
  return scanner.finish();
}

/** Allow-lists come before existence: whether a model outside the list exists is nobody's business. */
function findModel(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint, name: string): Model {
  const { key, subAccount } = call.entry;
  if (!modelAllowed(name, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null)) {
    throw new ApiError('model_not_allowed', {
      param: 'model',
      cause: `the model is not in the allow-list of the key or of its sub-account`,
    });
  }
  const model = context.catalog.current.models.get(name);
  if (model === undefined) {
    throw new ApiError('model_not_found', {
      param: 'model',
      message: `The model ${JSON.stringify(name)} does not exist. List the models with GET /v1/models.`,
    });
  }
  if (model.kind !== endpoint.kind) {
    throw new ApiError('invalid_parameter', {
      param: 'model',
      message: `The model ${JSON.stringify(name)} is of kind "${model.kind}" and cannot be called at this address.`,
    });
  }
  return model;
}

function priceOf(context: GatewayContext, call: AuthenticatedCall, offered: Model): Quote {
  const { account } = call.entry.account;
  const payer = {
    accountId: account.id,
    planId: account.plan.id,
    accountMultiplierPpm: account.priceMultiplierPpm,
    planMultiplierPpm: account.plan.priceMultiplierPpm,
  };
  const found = quote(context.catalog.current, offered, payer, call.requestTimeMs);
  if (found === null) {
    throw new ApiError('model_not_found', {
      param: 'model',
      message: `The model ${JSON.stringify(offered.name)} is not on sale: it has no price.`,
      cause: 'the model has no price in force',
    });
  }
  return found;
}

async function understand(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint): Promise<Wanted> {
  const body = await readScanned(context, call);
  const named = body.value.model;
  if (typeof named === 'string') call.model = named.slice(0, 128);
  call.streamed = body.value.stream === true;
  const wants = endpoint.read(body);
  const offered = findModel(context, call, endpoint, wants.model);
  const strict = call.entry.key.strict || call.entry.account.account.plan.strict;
  return { endpoint, body, wants, offered, quote: priceOf(context, call, offered), strict };
}

function estimateOf(context: GatewayContext, wanted: Wanted, outputTokensMax: number | null): Estimate {
  const { endpoint, wants, body, offered } = wanted;
  const bounded = outputTokensMax === null ? wants : { ...wants, outputTokensMax: outputTokensMax * wants.choices };
  return endpoint.estimate(bounded, body, {
    outputLimit: offered.outputLimit,
    contextLength: offered.contextLength,
    typicalOutputTokens: context.typicalOutput.of(offered.name),
  });
}

function rateLimitsOf(call: AuthenticatedCall): readonly RateLimits[] {
  const { account } = call.entry.account;
  const { limits } = call.entry.key;
  const ofAccount: RateLimits = { id: account.id, scope: 'account', ...account.limits, tokensPerMinute: null };
  if (limits.requestsPerMinute === undefined && limits.tokensPerMinute === undefined && limits.concurrency === undefined)
    return [ofAccount];
  return [
    ofAccount,
    {
      id: call.entry.key.id,
      scope: 'key',
      requestsPerMinute: limits.requestsPerMinute ?? null,
      tokensPerMinute: limits.tokensPerMinute ?? null,
      concurrency: limits.concurrency ?? null,
    },
  ];
}

function moneyLimitsOf(call: AuthenticatedCall, day: number, month: number): readonly MoneyLimit[] {
  const { key, account } = call.entry;
  const arming = key.capArming;
  return [
    { scope: 'account', window: account.account.id, limit: account.credits, arming: 0 },
    { scope: 'key_day', window: `${key.id}:${String(day)}`, limit: key.dailyCap, arming },
    { scope: 'key_month', window: `${key.id}:${String(month)}`, limit: key.monthlyCap, arming },
  ];
}

/** Everything that can change under a running request is looked at in one step, right before the reservation. */
function reserve(
  context: GatewayContext,
  call: AuthenticatedCall,
  wanted: Wanted,
  estimate: Estimate,
): Admission | Promise<Admission> {
  const atMs = context.clock.nowMs();
  refuseUnusableKey(call, atMs);
  findModel(context, call, wanted.endpoint, wanted.wants.model);
  if (context.state.draining) throw new ApiError('maintenance');
  if (!context.books.accepting) throw new ApiError('storage_unavailable');
  const throttle = context.abortedStreams.check(call.entry.account.account.id, atMs);
  if (throttle.throttled) throw new ApiError('too_many_aborted_streams', { retryAfterSeconds: throttle.retryAfterMs / 1000 });
  const { day, month } = context.calendar.at(atMs);
  const reserved = wanted.strict ? estimate.worst : estimate.expected;
  const request: AdmitRequest = {
    callId: call.id,
    accountId: call.entry.account.account.id,
    keyId: call.entry.key.id,
    atMs,
    rates: rateLimitsOf(call),
    money: moneyLimitsOf(call, day, month),
    reserve: cost(wanted.quote.price, reserved, wanted.quote.multiplierPpm),
    strict: wanted.strict,
    expectedTokens: estimate.expected.inputTokens + estimate.expected.outputTokens,
  };
  return context.coordination.admit(request);
}

interface Admitted {
  readonly admission: Admission & { readonly admitted: true };
  readonly estimate: Estimate;
  readonly outputTokensMax: number | null;
}

async function admitOnce(context: GatewayContext, call: AuthenticatedCall, wanted: Wanted): Promise<Admitted> {
  const unbounded = wanted.strict && wanted.wants.outputTokensMax === null;
  const first = estimateOf(context, wanted, null);
  // A strict call without a bound of its own gets one: nothing else makes the worst case true.
  let outputTokensMax = unbounded ? Math.floor(first.worst.outputTokens / wanted.wants.choices) : null;
  let estimate = first;
  let admission = await reserve(context, call, wanted, estimate);
  if (!admission.admitted && unbounded && admission.refusal.reason === 'money_reserved') {
    outputTokensMax = await affordableOutputTokens(context, call, wanted, first);
    if (outputTokensMax !== null) {
      estimate = estimateOf(context, wanted, outputTokensMax);
      admission = await reserve(context, call, wanted, estimate);
    }
  }
  call.client.addHeaders(rateHeaders(admission.rate));
  if (!admission.admitted) throw admissionRefusal(context, call, admission.refusal);
  return { admission, estimate, outputTokensMax };
}

/**
 * May this call be made? Reads and checks the body, then asks all limits in one atomic step; a refusal consumes nothing.
 * @throws {ApiError} 400, 403, 404, 413, 415, 429 or 503 of the catalogue.
 */
export async function admit(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint): Promise<AdmittedCall> {
  const wanted = await understand(context, call, endpoint);
  const loading = context.coordination.prepare(call.entry.account.account.id, call.entry.key.id);
  if (loading !== undefined) await loading;
  const { admission, estimate, outputTokensMax } = await admitOnce(context, call, wanted);
  const { hourStartMs, day } = context.calendar.at(context.clock.nowMs());
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
