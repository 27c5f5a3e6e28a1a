import type { Clock } from '../platform/clock.ts';
import type { ChangesStore } from './ports.ts';

const lookEveryMs = 25;
/** A node that takes longer is cut off. It learns of the change when it is back, or is declared dead. */
const waitAtMostMs = 2000;

/** Waits until every live node has applied the latest change. Returns the names of those that have not. */
export async function appliedEverywhere(store: ChangesStore, clock: Clock): Promise<readonly string[]> {
  const seq = await store.latest();
  const untilMs = clock.monotonicMs() + waitAtMostMs;
  for (;;) {
    const behind = await store.behind(seq);
    if (behind.length === 0 || clock.monotonicMs() >= untilMs) return behind;
    await new Promise<void>((resolve) => clock.after(lookEveryMs, resolve));
  }
}
