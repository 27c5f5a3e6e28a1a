import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

/** For as long as the process runs. */
const keptForTheirShape: object[] = [];

/** Settings of the whole process, each for calls that run concurrently with many others. Call it before anything else is created. */
export function tuneEngine(): void {
  // Small buffers that live as long as a stream each keep the whole block alive that they were cut from: with the usual 64 KiB
  // a thousand waiting streams hold 60 MB of it.
  Buffer.poolSize = 8 * 1024;

  // The engine learns that some objects of a call live long and then makes them in its old generation, where each, once dead,
  // keeps the rest of its call alive until the next full collection: three times as much survived, a quarter of all CPU.
  setFlagsFromString('--no-allocation-site-pretenuring');

  // Little of a young generation survives, and one thread moves it sooner than four: those have to be woken, compete with calls on few
  // processors, and the event loop waits for the last of them. During an export that was half of all waiting.
  setFlagsFromString('--no-parallel-scavenge');

  // `process.nextTick` creates its queue entries by a literal with computed names. If a full collection finds none of them, their shape is lost,
  // and the engine then creates every later one in its slowest way: 600 ns instead of 100, six times a call. A kept entry keeps the shape.
  process.nextTick(() => {
    keptForTheirShape.push(executionAsyncResource());
  });
}
