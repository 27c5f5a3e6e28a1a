import { ApiError } from '@tollgate/contract/errors';
import type { Dialect } from '../dialects/dialect.ts';
import type { AttemptFault } from './call.ts';

/** Longest wait passed on: official clients ignore a longer one or give up. */
const retryAfterSecondsMax = 60;

function readRetryAfterMs(value: string | string[] | undefined): number | null {
  const seconds = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : null;
  return seconds === null ? null : Math.min(seconds, retryAfterSecondsMax) * 1000;
}

/** Sorts an upstream's error answer: the client's own fault goes back to the client, everything else to the next route. */
export function readUpstreamRefusal(
  dialect: Dialect,
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
): { readonly kind: 'client_fault'; readonly error: ApiError } | { readonly kind: 'fault'; readonly fault: AttemptFault } {
  const refusal = dialect.readRefusal(status, body);
  if (refusal.blame === 'client') {
    const options = { param: refusal.param, cause: `the upstream refused the request with status ${String(status)}` };
    return {
      kind: 'client_fault',
      error: new ApiError(refusal.code, refusal.message === null ? options : { ...options, message: refusal.message }),
    };
  }
  const retryAfterMs = readRetryAfterMs(headers['retry-after']);
  return {
    kind: 'fault',
    fault: { cause: `the upstream answered with status ${String(status)}`, failure: { status, retryAfterMs } },
  };
}
