import type { AttemptPlan } from '../dialect.ts';

/** The start time of a call, from its ID, in seconds. */
export function momentOf({ callId }: Pick<AttemptPlan, 'callId'>): number {
  const [, time] = /^([0-9a-f]{8}-[0-9a-f]{4})-7/.exec(callId) ?? [];
  return time === undefined ? 0 : Math.floor(Number.parseInt(time.replace('-', ''), 16) / 1000);
}
