import { z } from 'zod';
import type { AttemptFaultCode } from './attempt-faults.ts';

/** Results of attempts as the account of the call sees them. None reveals who the upstream is or what it said. */
export const attemptResults = [
  ...(['answered', 'rate_limited', 'unreachable', 'timed_out', 'failed'] as const),
  ...(['invalid_request', 'client_left', 'stopped'] as const),
] as const;
export type AttemptResult = (typeof attemptResults)[number];

const resultOf: Readonly<Record<AttemptFaultCode, AttemptResult>> = {
  connect: 'unreachable',
  tls: 'unreachable',
  not_sent: 'unreachable',
  reset: 'unreachable',
  first_byte_timeout: 'timed_out',
  idle_timeout: 'timed_out',
  total_timeout: 'timed_out',
  throttled: 'rate_limited',
  keys_full: 'rate_limited',
  // The keys and accounts at upstreams concern their operator alone.
  credentials: 'failed',
  invalid_response: 'failed',
  refused: 'failed',
  server_error: 'failed',
  not_processed: 'failed',
  invalid_request: 'invalid_request',
  client_left: 'client_left',
  stopped: 'stopped',
};

/** The result of an attempt; `null` for the one that answered. */
export function attemptResult(code: AttemptFaultCode | null): AttemptResult {
  return code === null ? 'answered' : resultOf[code];
}

export const routeAttempts = z
  .array(
    z.object({
      route: z.number().meta({ description: 'Routes of the call, numbered from 1 in the order of their first attempts.' }),
      result: z.enum(attemptResults),
      duration_ms: z.number().meta({ description: 'Time until the failure or the first byte.' }),
    }),
  )
  .nullable()
  .meta({ description: 'Attempts at routes in order; `null` if the first one answered or there was none.' });
