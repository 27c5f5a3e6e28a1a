import type { Clock } from './clock.ts';

/** A timer that is this late means that the event loop was blocked. Events may have arrived without being handled yet. */
const lateMs = 100;
/** Time to handle those events. */
const graceMs = 250;
/** A loop that is always late must not postpone the action indefinitely. */
const gracesMax = 2;

/**
 * Runs `action` once after `delayMs`, like `Clock.after`, but never directly after the event loop was blocked. Events that arrived
 * meanwhile are handled first, and may cancel it. Returns a function that cancels the action.
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
