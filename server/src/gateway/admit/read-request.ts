import { ApiError } from '@tollgate/contract/errors';
import type { ModelEndpoint } from '../../endpoints/endpoint.ts';
import { readBody } from '../../http/read-body.ts';
import { BodyScanner } from '../../json/body-scanner.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { AuthenticatedCall, Filling, ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { takeTerms } from './take-terms.ts';

/** What it may use of the gateway's parts. */
type Parts = Pick<GatewayContext, 'bodyMemory' | 'catalog' | 'endpoints' | 'limits'>;

const largeBodyBytes = 1024 * 1024;

/** Reads the body as it arrives. @throws {ApiError} 400, 413, 415 or 429. */
export async function readScanned(context: Parts, call: AuthenticatedCall): Promise<ScannedBody> {
  const scanner = new BodyScanner(context.limits.scan);
  const memory = (call.memory = context.bodyMemory.begin(call.entry.account.account.id));
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
function knownName(context: Parts, named: unknown): string | null {
  const { models, providersByModel } = context.catalog.current;
  return typeof named === 'string' && (models.has(named) || providersByModel.has(named)) ? named : null;
}

/**
 * Checks what the body says: what is wanted, from which model, at what price. Nothing is reserved yet.
 * @throws {ApiError} 400, 403 or 404.
 */
export function readRequest(context: Parts, call: AuthenticatedCall, endpoint: ModelEndpoint, body: ScannedBody): ReadCall {
  call.modelName = knownName(context, body.value.model);
  call.streamed = body.value.stream === true && endpoint.document.event !== null;
  const read = call as Filling<ReadCall>;
  read.endpoint = endpoint;
  read.body = body;
  read.wants = endpoint.read(body);
  takeTerms(context, read);
  return read;
}
