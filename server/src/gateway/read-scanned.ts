import { ApiError } from '@tollgate/contract/errors';
import type { FormRules } from '../forms/form-rules.ts';
import { readForm } from '../forms/read-form.ts';
import { readBody } from '../http/read-body.ts';
import { BodyScanner } from '../json/body-scanner.ts';
import { KeptChunks } from '../json/kept-chunks.ts';
import type { ScannedBody } from '../json/scanned-body.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { AuthenticatedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';

type BodyParts = Pick<GatewayContext, 'bodyMemory' | 'limits'>;

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
