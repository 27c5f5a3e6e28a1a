/**
 * Loaded into a measured Node process (`--import`); idle until a message asks for something. Answers the longest time
 * the event loop was blocked, and records a CPU profile of just the measured time.
 */
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeFileSync } from 'node:fs';

export type ProbeRequest =
  | { readonly probe: 'watch-delay' }
  /** Answers a number: the longest delay since `watch-delay`, in milliseconds. */
  | { readonly probe: 'read-delay' }
  | { readonly probe: 'start-profile' }
  | { readonly probe: 'write-profile'; readonly file: string };

/** Fine enough to see a block of a few milliseconds; the timer itself adds up to this much. */
const resolutionMs = 1;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
const session = new Session();

async function answer(request: ProbeRequest): Promise<number> {
  switch (request.probe) {
    case 'watch-delay':
      delay.enable();
      delay.reset();
      return 0;
    case 'read-delay':
      delay.disable();
      return Math.max(0, delay.max / 1e6 - resolutionMs);
    case 'start-profile':
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      return 0;
    case 'write-profile':
      writeFileSync(request.file, JSON.stringify((await session.post('Profiler.stop')).profile));
      session.disconnect();
      return 0;
  }
}

process.on('message', (request: ProbeRequest) => {
  void answer(request).then((figure) => process.send?.(figure));
});
// Listening for messages must not keep the measured process alive.
process.channel?.unref();
