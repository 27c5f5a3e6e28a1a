import { ApiError } from '@tollgate/contract/errors';
import type { LocalEndpoint } from '../endpoints/endpoint.ts';
import type { AuthenticatedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import { answeredLocally, type Outcome } from './outcome.ts';

/** Answers from our own state. Free, but with a rate bucket of its own, so that polling cannot crowd out calls. */
export async function answerLocally(
  context: GatewayContext,
  call: AuthenticatedCall,
  endpoint: LocalEndpoint,
  rest: string,
): Promise<Outcome> {
  const atMs = context.clock.nowMs();
  const { key, account } = call.entry;
  const waitMs = context.coordination.admitFree(key.id, atMs, context.limits.freeRequestsPerMinute);
  if (waitMs !== null) {
    throw new ApiError('rate_limit_exceeded', {
      message: `Too many requests: at most ${String(context.limits.freeRequestsPerMinute)} of this kind per minute.`,
      retryAfterSeconds: waitMs / 1000,
    });
  }
  const body = await endpoint.answer({ keyId: key.id, accountId: account.account.id, entry: call.entry, rest, atMs });
  return answeredLocally(call, await call.client.sendWhole(200, Buffer.from(JSON.stringify(body))));
}
