import { ApiError } from '@tollgate/contract/errors';
import type { Model } from '../../domain/catalog/model.ts';
import { quote, type Quote } from '../../domain/catalog/price.ts';
import { modelAllowed } from '../../domain/tenants/model-allowed.ts';
import type { ModelEndpoint } from '../../endpoints/endpoint.ts';
import { readBody } from '../../http/read-body.ts';
import { BodyScanner } from '../../json/body-scanner.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { AuthenticatedCall, Filling, ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

const largeBodyBytes = 1024 * 1024;

async function readScanned(context: GatewayContext, call: AuthenticatedCall): Promise<ScannedBody> {
  const scanner = new BodyScanner(context.limits.scan);
  const memory = (call.memory = context.heldBytes.begin(call.entry.account.account.id));
  await readBody(call.request, {
    bytesMax: context.limits.bodyBytesMax,
    begin: () => {
      if (call.expectsContinue) call.client.continue();
    },
    onChunk: (chunk, isLast) => {
      const fits = isLast ? memory.grow(chunk.length) : memory.growUnfinished(chunk.length);
      if (!fits) throw new ApiError('too_many_large_requests');
      scanner.push(chunk);
    },
  });
  memory.arrived();
  const scanned = scanner.finish();
  // Checking a large body took this turn of the event loop; what follows copies it once more.
  if (scanned.bytes.length > largeBodyBytes) await nextTurn();
  return scanned;
}

/** A name of nobody's would be one more line of the usage figures, for ever; the error of the call tells it. */
function knownName(context: GatewayContext, named: unknown): string | null {
  const { models, providersByModel } = context.catalog.current;
  return typeof named === 'string' && (models.has(named) || providersByModel.has(named)) ? named : null;
}

/** As much of a name as the log keeps. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 128));
}

function notOnSale(name: string, cause: string): ApiError {
  return new ApiError('model_not_found', {
    param: 'model',
    message: `The model ${JSON.stringify(name)} is not on sale: it has no price.`,
    cause,
  });
}

/** Allow-lists come before existence: whether a model outside the list exists is nobody's business. */
export function findModel(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint, name: string): Model {
  const { key, subAccount } = call.entry;
  if (!modelAllowed(name, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null)) {
    throw new ApiError('model_not_allowed', {
      param: 'model',
      cause: `the model ${shown(name)} is not in the allow-list of the key or of its sub-account`,
    });
  }
  const { models, providersByModel } = context.catalog.current;
  const model = models.get(name);
  // Somebody serves it, and nobody has put it on sale yet.
  if (model === undefined && providersByModel.has(name)) throw notOnSale(name, 'the model has no record and so no price');
  if (model === undefined) {
    throw new ApiError('model_not_found', {
      param: 'model',
      message: `The model ${JSON.stringify(name)} does not exist. List the models with GET /v1/models.`,
      cause: `the model ${shown(name)} does not exist`,
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
  const found = quote(context.catalog.current, offered, account, call.requestTimeMs);
  if (found === null) {
    throw notOnSale(offered.name, 'the model has no price in force');
  }
  return found;
}

/**
 * Fills in which model is asked for, at what price and how strictly, as the account and the catalogue are at this moment.
 * @throws {ApiError} 400, 403 or 404.
 */
export function takeTerms(context: GatewayContext, call: Filling<ReadCall>): void {
  const offered = findModel(context, call, call.endpoint, call.wants.model);
  call.offered = offered;
  call.strict = call.entry.key.strict || call.entry.account.account.plan.strict;
  call.quote = priceOf(context, call, offered);
}

/**
 * Reads and checks the body: what is wanted, from which model, at what price. Nothing is reserved yet.
 * @throws {ApiError} 400, 403, 404, 413 or 415.
 */
export async function readRequest(context: GatewayContext, call: AuthenticatedCall, endpoint: ModelEndpoint): Promise<ReadCall> {
  const body = await readScanned(context, call);
  call.model = knownName(context, body.value.model);
  call.streamed = body.value.stream === true;
  const read = call as Filling<ReadCall>;
  read.endpoint = endpoint;
  read.body = body;
  read.wants = endpoint.read(body);
  takeTerms(context, read);
  return read;
}
