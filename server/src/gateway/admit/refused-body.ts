import { ApiError, type ErrorCode } from '@tollgate/contract/errors';
import type { SpentMoment } from '../observations/spent-keys.ts';
import type { AuthenticatedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'clock' | 'refusedBodies' | 'spentKeys'>;

/** Refusals that no change of the request can avoid. */
const spentCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['balance_exhausted', 'daily_cap_reached', 'monthly_cap_reached']);

function momentOf({ calendar, clock }: Parts): SpentMoment {
  const atMs = clock.nowMs();
  return { atMs, day: calendar.at(atMs).day };
}

/**
 * Called before a byte of the body is read. An account with very many refused bodies has to wait, and a key whose money is spent gets the
 * same refusal again.
 * @throws {ApiError} 429 `rate_limit_exceeded`, or the earlier refusal of the key.
 */
export function refuseAfterManyRefusals(context: Parts, call: AuthenticatedCall): void {
  const spent = context.spentKeys.isEmpty ? null : context.spentKeys.refusalOf(call.entry, momentOf(context));
  if (spent !== null) throw new ApiError(spent.code, { message: spent.message });
  const { id, limits } = call.entry.account.account;
  const waitMs = context.refusedBodies.waitMs(id, limits.requestsPerMinute, context.clock.nowMs());
  if (waitMs === 0) return;
  throw new ApiError('rate_limit_exceeded', {
    message: 'Too many requests of this account were refused within a minute. Correct them as described in the errors.',
    retryAfterSeconds: waitMs / 1000,
  });
}

/** Counts a refusal that the client caused, if at least a part of the body had been read. */
export function noteRefusedBody(context: Parts, call: AuthenticatedCall, thrown: unknown): void {
  const bytes = call.memory?.bytes ?? 0;
  if (bytes === 0 || !(thrown instanceof ApiError) || thrown.status >= 500) return;
  if (spentCodes.has(thrown.code)) context.spentKeys.record(call.entry, thrown, momentOf(context));
  else context.refusedBodies.record(call.entry.account.account.id, bytes, context.clock.nowMs());
}
