import type { AttemptPlan } from '../dialect.ts';

/** Later moments in seconds are moments in milliseconds. */
const secondsMax = 100_000_000_000;

/** Seconds, in any notation; `null` for an invalid time. */
export function readCreated(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null;
  return Math.floor(number >= secondsMax ? number / 1000 : number);
}

export function madeIdOf(plan: AttemptPlan): string {
  return `chatcmpl-${plan.callId}`;
}

/** No longer than what upstreams accept when it comes back to them: 40 characters. */
export function madeCallId(plan: AttemptPlan, count: number): string {
  return `call_${plan.callId.replaceAll('-', '')}${String(count)}`;
}
