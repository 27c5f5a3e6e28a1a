import type { HeaderList } from '../../http/client-answer.ts';
import type { RateState } from '../../domain/limits/coordination.ts';

/** A duration in the format that clients of this API expect: `12ms`, `1s`, `6m0s`. */
function duration(ms: number): string {
  if (ms < 1000) return `${String(Math.ceil(ms))}ms`;
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${String(seconds)}s` : `${String(Math.floor(seconds / 60))}m${String(seconds % 60)}s`;
}

/** The `x-ratelimit-*` headers; none for an account without a limit. */
export function rateHeaders(rate: RateState): HeaderList {
  if (rate.limitRequests === null) return [];
  return [
    ['x-ratelimit-limit-requests', String(rate.limitRequests)],
    ['x-ratelimit-remaining-requests', String(rate.remainingRequests ?? 0)],
    ['x-ratelimit-reset-requests', duration(rate.resetMs)],
  ];
}
