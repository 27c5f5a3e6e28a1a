import type { Clock } from '../platform/clock.ts';
import type { NodesStore } from './ports.ts';

/** Three heartbeats. */
const silentMs = 1500;
const lookEveryMs = 50;

/**
 * Declares an earlier start of this very node dead, without the usual wait: the data folder is ours, so it should be gone. But a folder may have
 * been copied with the name in it, and then the process of that name lives on; so it must have missed its heartbeats. Returns `false` for a live
 * one.
 */
export async function declareEarlierStartDead(store: NodesStore, clock: Clock, incarnation: string): Promise<boolean> {
  const untilMs = clock.monotonicMs() + 2 * silentMs;
  while (!(await store.declareDead(incarnation, silentMs))) {
    if (clock.monotonicMs() >= untilMs) return false;
    await new Promise<void>((resolve) => clock.after(lookEveryMs, resolve));
  }
  return true;
}
