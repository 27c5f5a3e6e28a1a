import { ApiError } from '@tollgate/contract/errors';
import { readContentAddress } from '../domain/content/content-address.ts';
import type { StoredObject } from '../domain/content/objects.ts';
import { readByteRange } from '../http/byte-range.ts';
import type { ReceivedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';

/** What it may use of the gateway's parts. */
type Parts = Pick<GatewayContext, 'clock' | 'contentAddresses' | 'failedAttempts' | 'logger' | 'objects' | 'state'>;

/** Each holds some frames in memory for as long as its client reads. */
const downloadsMax = 128;

/** Guessing is counted like guessing keys. */
async function findContent(context: Parts, call: ReceivedCall, rest: string): Promise<StoredObject> {
  const { clock, failedAttempts, objects, contentAddresses } = context;
  const atMs = clock.nowMs();
  if (failedAttempts.exceeded(call.sourceIp, atMs)) {
    const retryAfterSeconds = failedAttempts.retryAfterMs(call.sourceIp, atMs) / 1000;
    throw new ApiError('too_many_failed_attempts', { retryAfterSeconds });
  }
  const [, search = ''] = (call.request.url ?? '').split('?', 2);
  const address = readContentAddress(rest, search);
  const object = address === null ? null : await objects.find(address.name);
  if (address === null || object === null || !contentAddresses.isOurs(address, object)) {
    failedAttempts.record(call.sourceIp, atMs);
    throw new ApiError('content_not_found');
  }
  if (address.expiresAtMs <= atMs) throw new ApiError('content_not_found');
  return object;
}

/** Hands out a file, or the part of it that is asked for. A file is handed out as sound or a picture, never as a page. */
async function send({ objects }: Parts, { client, request }: ReceivedCall, object: StoredObject): Promise<void> {
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
  if (request.method === 'HEAD') client.sendEmpty(status, length);
  else await client.sendFile(status, length, objects.read(object, { from, to }));
}

/** Answers a signed address. Never rejects. */
export async function serveContent(context: Parts, call: ReceivedCall, rest: string): Promise<void> {
  const { state, logger } = context;
  call.interrupt = () => {
    call.client.breakOff();
  };
  state.downloads += 1;
  try {
    if (state.draining) throw new ApiError('maintenance');
    if (state.downloads > downloadsMax) throw new ApiError('too_many_large_requests');
    await send(context, call, await findContent(context, call, rest));
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : new ApiError('storage_unavailable');
    if (error !== thrown) logger.error({ callId: call.id, err: thrown }, 'a file could not be handed out');
    if (call.client.status === null) await call.client.sendError(error, call.side.errorBody(error), false);
  } finally {
    state.downloads -= 1;
  }
}
