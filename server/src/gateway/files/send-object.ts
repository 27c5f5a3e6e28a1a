import { AnswerWithFiles, FileAnswer } from '../../endpoints/endpoint.ts';
import type { StoredObject } from '../../domain/content/objects.ts';
import type { ReceivedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { sendFile } from './send-file.ts';

type Parts = Pick<GatewayContext, 'objects' | 'state'>;

/** Three bytes become four characters. */
const bytesPerGroup = 3;

function lengthOf(piece: string | StoredObject): number {
  return typeof piece === 'string' ? Buffer.byteLength(piece) : 4 * Math.ceil(piece.bytes / bytesPerGroup);
}

/** Base64 groups do not end where chunks do: the remainder of one chunk is prepended to the next. */
async function* inBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % bytesPerGroup);
    rest = bytes.subarray(whole);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

async function* inOrder({ objects }: Parts, { pieces }: AnswerWithFiles): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield Buffer.from(piece);
    else yield* inBase64(objects.read(piece));
  }
}

/**
 * Sends the answer to a request from our own state: an object as JSON, a file unchanged, files within JSON chunk by chunk, so that none is
 * ever fully in memory. Returns whether it was delivered.
 * @throws {ApiError} before anything is sent; also errors of the store, which break the connection.
 */
export async function sendObject(parts: Parts, call: ReceivedCall, answer: object): Promise<boolean> {
  if (answer instanceof FileAnswer) return sendFile(parts, call, answer.object);
  if (!(answer instanceof AnswerWithFiles)) return call.client.sendWhole(200, Buffer.from(JSON.stringify(answer)));
  // All files of a task belong to one account.
  const owner = answer.pieces.find((piece) => typeof piece !== 'string')?.accountId ?? '';
  return parts.state.downloads.run(owner, () => {
    call.client.addHeaders([['content-type', 'application/json; charset=utf-8']]);
    const length = answer.pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
    return call.client.sendFile(200, length, inOrder(parts, answer));
  });
}
