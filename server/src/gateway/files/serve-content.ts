import { ApiError } from '@tollgate/contract/errors';
import { readContentAddress } from '../../domain/content/content-address.ts';
import type { StoredObject } from '../../domain/content/objects.ts';
import type { ReceivedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { sendFile } from './send-file.ts';
import { sendError } from '../refusals/send-error.ts';

type Parts = Pick<GatewayContext, 'clock' | 'contentAddresses' | 'failedAttempts' | 'logger' | 'objects' | 'state'>;

/** Guesses of URLs are counted like guesses of keys. */
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

/** Serves a file at a signed URL. Never rejects. */
export async function serveContent(context: Parts, call: ReceivedCall, rest: string): Promise<void> {
  const { state, logger } = context;
  const interrupt = (): void => {
    call.client.breakOff();
  };
  call.interrupt = interrupt;
  try {
    if (state.draining) throw new ApiError('maintenance');
    await sendFile(context, call, await findContent(context, call, rest));
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : new ApiError('storage_unavailable');
    if (error !== thrown) logger.error({ callId: call.id, err: thrown }, 'could not send a file');
    if (call.client.status === null) await sendError(call, error);
  }
}
