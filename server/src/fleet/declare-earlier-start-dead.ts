import type { Clock } from '../platform/clock.ts';
import type { NodesStore } from './ports.ts';

/** Three heartbeats. */
const silentMs = 1500;
const lookEveryMs = 50;

/**
 * Declares an earlier start of this same node dead, without the usual wait: this process owns the data folder, so the earlier one should be
 * gone. But a folder may have been copied together with the name, and then the process of that name is still alive. It must therefore have
 * missed its heartbeats. Returns `false` for a live one.
 */
export async function declareEarlierStartDead(store: NodesStore, clock: Clock, incarnation: string): Promise<boolean> {
  const untilMs = clock.monotonicMs() + 2 * silentMs;
  while (!(await store.declareDead(incarnation, silentMs))) {
    if (clock.monotonicMs() >= untilMs) return false;
    await new Promise<void>((resolve) => clock.after(lookEveryMs, resolve));
  }
  return true;
}
