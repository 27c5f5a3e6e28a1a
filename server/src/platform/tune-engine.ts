import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

/** Kept for the lifetime of the process. */
const keptForTheirShape: object[] = [];

/** Settings for the whole process, suited to many concurrent calls. Call this before anything else is created. */
export function tuneEngine(): void {
  // A small buffer that lives as long as a stream keeps the whole block it was cut from in memory. With the default 64 KiB, a thousand
  // waiting streams hold 60 MB.
  Buffer.poolSize = 8 * 1024;

  // The engine learns that some objects of a call live long, and then allocates them in its old generation. Each dead one there keeps the
  // rest of its call alive until the next full collection. Three times as much survived, which cost a quarter of all CPU.
  setFlagsFromString('--no-allocation-site-pretenuring');

  // Little of the young generation survives, and one thread moves it faster than four. Four have to be woken, compete with calls on few
  // processors, and make the event loop wait for the last of them. During an export that was half of all waiting.
  setFlagsFromString('--no-parallel-scavenge');

  // `process.nextTick` creates its queue entries from a literal with computed names. If a full collection finds none of them, their shape
  // is lost, and the engine creates every later one in its slowest way: 600 ns instead of 100, six times per call. A kept entry preserves
  // the shape.
  process.nextTick(() => {
    keptForTheirShape.push(executionAsyncResource());
  });
}
