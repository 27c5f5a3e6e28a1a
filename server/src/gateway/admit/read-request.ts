import { ApiError } from '@tollgate/contract/errors';
import { findNamed } from '../../domain/catalog/find-named.ts';
import type { ModelEndpoint } from '../../endpoints/endpoint.ts';
import type { FormRules } from '../../forms/form-rules.ts';
import { readForm } from '../../forms/read-form.ts';
import { readBody } from '../../http/read-body.ts';
import { BodyScanner } from '../../json/body-scanner.ts';
import { KeptChunks } from '../../json/kept-chunks.ts';
import { leaveOutZeros } from '../../json/leave-out-zeros.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { AuthenticatedCall, Filling, ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { resolveTerms } from './resolve-terms.ts';

type Parts = Pick<GatewayContext, 'bodyMemory' | 'calendar' | 'catalog' | 'endpoints' | 'limits'>;
type BodyParts = Pick<Parts, 'bodyMemory' | 'limits'>;

const largeBodyBytes = 1024 * 1024;

/** Receives a body in chunks, and parses it once it is complete. */
interface BodyReader {
  push(chunk: Buffer): void;
  finish(): ScannedBody | Promise<ScannedBody>;
}

/** Lets other work run between the steps. */
async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    await nextTurn();
  }
}

function formReader({ limits }: BodyParts, { request }: AuthenticatedCall, form: FormRules): BodyReader {
  const chunks = new KeptChunks();
  return {
    push(chunk) {
      chunks.push(chunk);
    },
    finish: () => inTurns(readForm(chunks.whole(), request.headers['content-type'] ?? '', form, limits.scan)),
  };
}

/**
 * Reads the body as it arrives.
 * @param form the rules of its fields; `null` for JSON.
 * @throws {ApiError} 400, 413, 415 or 429.
 */
export async function readScanned(context: BodyParts, call: AuthenticatedCall, form: FormRules | null): Promise<ScannedBody> {
  const reader = form === null ? new BodyScanner(context.limits.scan) : formReader(context, call, form);
  const memory = (call.memory = context.bodyMemory.begin(call.entry.account.account.id));
  await readBody(call.request, {
    media: form === null ? 'application/json' : 'multipart/form-data',
    bytesMax: context.limits.bodyBytesMax,
    begin: () => {
      if (call.expectsContinue) call.client.continue();
    },
    onChunk: (chunk, isLast) => {
      const fits = isLast ? memory.grow(chunk.length) : memory.growUnfinished(chunk.length);
      if (!fits) {
        // The memory is released now and not when the refusal is sent: other calls of this turn may need it.
        memory.release();
        throw new ApiError('too_many_large_requests');
      }
      reader.push(chunk);
    },
  });
  memory.arrived();
  const reading = reader.finish();
  const scanned = reading instanceof Promise ? await reading : reading;
  // Checking a large body took up this turn of the event loop; the next step copies the body once more.
  if (memory.bytes > largeBodyBytes) await nextTurn();
  return scanned;
}

/**
 * For an alias, notes the model that it stands for: that is the one sold. Unknown names are not noted, because each would add a permanent
 * line to the usage figures; the call's error names them.
 */
function noteName({ catalog: { current } }: Parts, call: AuthenticatedCall, named: unknown): void {
  if (typeof named !== 'string') return;
  const model = findNamed(current, named);
  call.modelName = model?.name ?? (current.providersByModel.has(named) ? named : null);
  if (model !== undefined && model.name !== named) call.alias = named;
}

/**
 * Checks the content of the body: what is requested, from which model, at what price. Nothing is reserved yet.
 * @throws {ApiError} 400, 403 or 404.
 */
export function readRequest(context: Parts, call: AuthenticatedCall, endpoint: ModelEndpoint, body: ScannedBody): ReadCall {
  leaveOutZeros(body, endpoint.zeroMeansUnset);
  noteName(context, call, body.value.model);
  call.streamed = body.value.stream === true && endpoint.document.event !== null;
  const read = call as Filling<ReadCall>;
  read.endpoint = endpoint;
  read.body = body;
  read.wants = endpoint.read(body);
  resolveTerms(context, read);
  if (endpoint.music !== undefined) read.music = endpoint.music.read(body, read.model.music);
  return read;
}
