import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { readRefusal } from './read-refusal.ts';

/** Statuses of servers that do not have an operation. */
const absent: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Reads a refusal by an operation that many upstreams of a protocol do not have. That it is absent says nothing about the route, which
 * may serve every other call.
 */
export function readOptionalRefusal(status: number, bytes: Buffer): UpstreamRefusal {
  const refusal = readRefusal(status, bytes);
  return absent.has(status) && refusal.blame === 'upstream'
    ? { ...refusal, blame: 'request', code: 'unsupported_operation' }
    : refusal;
}
