import { ApiError } from '@tollgate/contract/errors';
import type { AuthenticatedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

/** What it may use of the gateway's parts. */
type Parts = Pick<GatewayContext, 'clock' | 'refusedBodies'>;

/**
 * Before a byte of the body is wanted: an account that had very many bodies read only to be refused waits.
 * @throws {ApiError} 429 `rate_limit_exceeded`.
 */
export function refuseAfterManyRefusals(context: Parts, call: AuthenticatedCall): void {
  const { id, limits } = call.entry.account.account;
  const waitMs = context.refusedBodies.waitMs(id, limits.requestsPerMinute, context.clock.nowMs());
  if (waitMs === 0) return;
  throw new ApiError('rate_limit_exceeded', {
    message: 'Too many requests of this account were refused within a minute. Correct them as the refusals say.',
    retryAfterSeconds: waitMs / 1000,
  });
}

/** A refusal for the client's own reasons, after at least a part of the body had been read, counts. */
export function noteRefusedBody(context: Parts, call: AuthenticatedCall, thrown: unknown): void {
  const bytes = call.memory?.bytes ?? 0;
  if (bytes === 0 || !(thrown instanceof ApiError) || thrown.status >= 500) return;
  context.refusedBodies.record(call.entry.account.account.id, bytes, context.clock.nowMs());
}
