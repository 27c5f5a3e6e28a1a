import { ApiError } from '@tollgate/contract/errors';
import { readScanned } from './read-scanned.ts';
import type { LocalEndpoint } from '../endpoints/endpoint.ts';
import type { AuthenticatedCall } from './call.ts';
import type { GatewayContext, GatewayLimits } from './gateway-context.ts';
import { answeredLocally, type Outcome } from './outcome.ts';
import { refuseUnusableKey } from './refusals/refuse-unusable-key.ts';
import { sendObject } from './files/send-object.ts';

type Parts = Pick<
  GatewayContext,
  'bodyMemory' | 'clock' | 'coordination' | 'directory' | 'limits' | 'local' | 'objects' | 'state'
>;

interface Counted {
  readonly perMinute: number;
  readonly bucket: string;
}

/** The counter of a request, and its limit. */
function countedWith({ isPoll }: LocalEndpoint, keyId: string, { usual, polls }: GatewayLimits['freePerMinute']): Counted {
  return isPoll === true ? { perMinute: polls, bucket: `${keyId}:polls` } : { perMinute: usual, bucket: keyId };
}

/** Counts a free request under the current key. Returns how long to wait, or `null`. */
async function admitFree(context: Parts, call: AuthenticatedCall, counted: Counted, atMs: number): Promise<number | null> {
  const { account } = call.entry;
  const accountId = account.account.id;
  const ask = () => context.coordination.admitFree({ accountId, revision: account.revision, atMs, ...counted });
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

/** Answers from our own state. Such requests are free and have a separate limit, so that polling cannot crowd out calls. */
export async function answerLocally(
  context: Parts,
  call: AuthenticatedCall,
  endpoint: LocalEndpoint,
  rest: string,
): Promise<Outcome> {
  const atMs = context.clock.nowMs();
  const { key, account } = call.entry;
  const counted = countedWith(endpoint, key.id, context.limits.freePerMinute);
  const waitMs = await admitFree(context, call, counted, atMs);
  if (waitMs !== null) {
    throw new ApiError('rate_limit_exceeded', {
      message: `Too many requests: at most ${String(counted.perMinute)} of this kind per minute.`,
      retryAfterSeconds: waitMs / 1000,
    });
  }
  const body = endpoint.hasBody === true ? await readScanned(context, call, null) : null;
  const { entry, side } = call;
  const asked = { keyId: key.id, accountId: account.account.id, entry, rest, search: searchOf(call), atMs, side, body };
  const answer = await endpoint.answer(asked, context.local);
  call.client.addHeaders(endpoint.headers ?? []);
  return answeredLocally(call, await sendObject(context, call, answer));
}
