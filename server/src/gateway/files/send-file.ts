import { ApiError } from '@tollgate/contract/errors';
import type { StoredObject } from '../../domain/content/objects.ts';
import { readByteRange } from '../../http/byte-range.ts';
import type { ReceivedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'objects' | 'state'>;

async function send({ objects }: Parts, { client, request }: ReceivedCall, object: StoredObject): Promise<boolean> {
  const etag = `"${object.name.replace('/', '-')}"`;
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isSame ? readByteRange(request.headers.range, object.bytes) : null;
  if (range === 'outside') {
    client.addHeaders([['content-range', `bytes */${String(object.bytes)}`]]);
    throw new ApiError('range_not_satisfiable');
  }
  const { from, to } = range ?? { from: 0, to: object.bytes - 1 };
  const length = to - from + 1;
  client.addHeaders([
    ['content-type', object.mediaType],
    ['accept-ranges', 'bytes'],
    ['etag', etag],
    ['cache-control', 'private, max-age=86400'],
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', 'sandbox'],
  ]);
  if (range !== null) client.addHeaders([['content-range', `bytes ${String(from)}-${String(to)}/${String(object.bytes)}`]]);
  const status = range === null ? 200 : 206;
  if (request.method === 'HEAD') {
    client.sendEmpty(status, length);
    return true;
  }
  return client.sendFile(status, length, objects.read(object, { from, to }));
}

/**
 * Sends a file, or the requested part of it, as audio or an image and never as a page. Returns whether it was delivered.
 * @throws {ApiError} before anything is sent; also errors of the store, which break the connection.
 */
export function sendFile(parts: Parts, call: ReceivedCall, object: StoredObject): Promise<boolean> {
  return parts.state.downloads.run(object.accountId, () => send(parts, call, object));
}
