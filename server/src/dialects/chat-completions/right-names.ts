import type { AttemptPlan } from '../dialect.ts';

/** Times beyond this value are in milliseconds, not seconds. */
const secondsMax = 100_000_000_000;

/** A time in seconds, in any notation; `null` for an invalid time. */
export function readCreated(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null;
  return Math.floor(number >= secondsMax ? number / 1000 : number);
}

export function madeIdOf(plan: AttemptPlan): string {
  return `chatcmpl-${plan.callId}`;
}

/** At most 40 characters, the limit of upstreams when clients send the ID back. */
export function madeCallId(plan: AttemptPlan, count: number): string {
  return `call_${plan.callId.replaceAll('-', '')}${String(count)}`;
}
