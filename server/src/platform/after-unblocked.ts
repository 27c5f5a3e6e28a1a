import type { Clock } from './clock.ts';

/** A timer this late means that the event loop was blocked: what it watches for may have arrived without being seen. */
const lateMs = 100;
/** Time left for the look. */
const graceMs = 250;
/** A loop that is always late must not postpone the action indefinitely. */
const gracesMax = 2;

/**
 * Runs `action` once after `delayMs`, like `Clock.after`, but never right after the event loop was blocked: what arrived
 * meanwhile gets its turn first, and may cancel it. Answers a function that cancels.
 */
export function afterUnblocked(clock: Clock, delayMs: number, action: () => void): () => void {
  let cancel: () => void = () => undefined;
  let graces = 0;
  const wait = (waitMs: number): void => {
    const dueMs = clock.monotonicMs() + waitMs;
    cancel = clock.after(waitMs, () => {
      graces += 1;
      if (clock.monotonicMs() - dueMs > lateMs && graces <= gracesMax) wait(graceMs);
      else action();
    });
  };
  wait(delayMs);
  return () => {
    cancel();
  };
}
