/**
 * Loaded into a measured Node process (`--import`); idle until a message requests something. Returns how long the event loop was blocked, and
 * records a CPU profile of exactly the measured time.
 */
import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';

export type ProbeRequest =
  | { readonly probe: 'watch-blocks' }
  /** Answers `Blocks`: the longest since `watch-blocks`. */
  | { readonly probe: 'read-blocks' }
  | { readonly probe: 'start-profile' }
  | { readonly probe: 'write-profile'; readonly file: string };

/** The longest time between two turns of the event loop, in milliseconds. */
export interface Blocks {
  /** By the clock; on a busy machine this holds the time another process had the processor. */
  readonly wallMs: number;
  /** CPU time of the thread meanwhile. */
  readonly cpuMs: number;
}

/** Fine enough to see a block of a few milliseconds. */
const tickMs = 1;
const session = new Session();
let ticker: NodeJS.Timeout | undefined;
let blocks: Blocks = { wallMs: 0, cpuMs: 0 };

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function watchBlocks(): void {
  blocks = { wallMs: 0, cpuMs: 0 };
  let lastMs = performance.now();
  let lastCpuMs = threadCpuMs();
  ticker = setInterval(() => {
    const nowMs = performance.now();
    const cpuMs = threadCpuMs();
    blocks = {
      wallMs: Math.max(blocks.wallMs, nowMs - lastMs - tickMs),
      cpuMs: Math.max(blocks.cpuMs, cpuMs - lastCpuMs),
    };
    lastMs = nowMs;
    lastCpuMs = cpuMs;
  }, tickMs);
  ticker.unref();
}

async function answer(request: ProbeRequest): Promise<Blocks | null> {
  switch (request.probe) {
    case 'watch-blocks':
      watchBlocks();
      return null;
    case 'read-blocks':
      clearInterval(ticker);
      return blocks;
    case 'start-profile':
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      return null;
    case 'write-profile':
      writeFileSync(request.file, JSON.stringify((await session.post('Profiler.stop')).profile));
      session.disconnect();
      return null;
  }
}

process.on('message', (request: ProbeRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
// Listening for messages must not keep the measured process alive.
process.channel?.unref();
