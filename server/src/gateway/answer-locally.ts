import { ApiError } from '@tollgate/contract/errors';
import { FileAnswer, type LocalEndpoint } from '../endpoints/endpoint.ts';
import type { AuthenticatedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import { answeredLocally, type Outcome } from './outcome.ts';
import { refuseUnusableKey } from './refuse-unusable-key.ts';
import { sendFile } from './send-file.ts';

/** What it may use of the gateway's parts. */
type Parts = Pick<GatewayContext, 'clock' | 'coordination' | 'directory' | 'limits' | 'local' | 'objects' | 'state'>;

/** Counts a free request under the key as it is now; answers how long to wait, or `null`. */
async function admitFree(context: Parts, call: AuthenticatedCall, atMs: number): Promise<number | null> {
  const { key, account } = call.entry;
  const accountId = account.account.id;
  const perMinute = context.limits.freeRequestsPerMinute;
  const ask = () => context.coordination.admitFree({ accountId, keyId: key.id, revision: account.revision, atMs, perMinute });
  let answer = await ask();
  if (answer === 'stale') {
    await context.directory.reload(accountId);
    refuseUnusableKey(call, context.clock.nowMs());
    answer = await ask();
  }
  if (answer === 'stale') throw new ApiError('storage_unavailable');
  return answer;
}

function searchOf({ request }: AuthenticatedCall): string {
  const [, search = ''] = (request.url ?? '').split('?', 2);
  return search;
}

/** Answers from our own state. Free, but with a rate bucket of its own, so that polling cannot crowd out calls. */
export async function answerLocally(
  context: Parts,
  call: AuthenticatedCall,
  endpoint: LocalEndpoint,
  rest: string,
): Promise<Outcome> {
  const atMs = context.clock.nowMs();
  const { key, account } = call.entry;
  const waitMs = await admitFree(context, call, atMs);
  if (waitMs !== null) {
    throw new ApiError('rate_limit_exceeded', {
      message: `Too many requests: at most ${String(context.limits.freeRequestsPerMinute)} of this kind per minute.`,
      retryAfterSeconds: waitMs / 1000,
    });
  }
  const body = await endpoint.answer(
    { keyId: key.id, accountId: account.account.id, entry: call.entry, rest, search: searchOf(call), atMs },
    context.local,
  );
  if (body instanceof FileAnswer) return answeredLocally(call, await sendFile(context, call, body.object));
  return answeredLocally(call, await call.client.sendWhole(200, Buffer.from(JSON.stringify(body))));
}
