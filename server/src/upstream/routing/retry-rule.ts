import { isSentOnce } from '../../domain/catalog/is-sent-once.ts';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { AttemptFailure } from './health/route-health.ts';

const pauseMinMs = 200;
/** A client does not wait longer for a busy route: it gets the wait time in the response instead. */
const pauseMaxMs = 1_000;

/** Statuses of overload, and of proxies in front of an upstream that is temporarily unavailable. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504, 529]);

/** Whether the same route may succeed a moment later. */
function mayPass(failure: AttemptFailure): boolean {
  if ('fault' in failure) return failure.fault === 'connect' || failure.fault === 'reset';
  return failure.blame === 'upstream' && passingStatuses.has(failure.status);
}

/** Whether an upstream that responds with this status may have started work. It has not if it refuses or has no capacity. */
export function mayHaveBegun(status: number): boolean {
  return status >= 500 && status !== 503 && status !== 529;
}

/** Whether a request of this kind may be sent again, to any route, after a failed attempt. */
export function maySendAgain(kind: ModelKind, wasSent: boolean): boolean {
  return !(wasSent && isSentOnce(kind));
}

/**
 * The pause before a route that failed in this way is tried again: the wait it asked for, at least 0.2 to 1 s.
 * @param jitter in [0, 1); spreads calls that failed together.
 * @returns `null` if waiting is useless, or longer than a client should wait.
 */
export function pauseBeforeRetryMs(failure: AttemptFailure, jitter: number): number | null {
  if (!mayPass(failure)) return null;
  const askedMs = 'status' in failure ? (failure.retryAfterMs ?? 0) : 0;
  if (askedMs > pauseMaxMs) return null;
  return Math.max(askedMs, pauseMinMs + jitter * (pauseMaxMs - pauseMinMs));
}
