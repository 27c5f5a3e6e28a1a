import { randomFill } from 'node:crypto';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';

/** A third of the share of a busy call thread. At a lower priority, a file would never be finished on a fully loaded machine. */
const niceness = 5;

/**
 * Lowers the priority of the calling thread, so that the processor serves calls first. On Linux, priority is set per thread. Elsewhere it
 * would apply to the whole process, which must keep its own.
 */
export async function yieldToCalls(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The thread pool inherits the priority of the code that first uses it, so it is created first.
  await promisify(randomFill)(new Uint8Array(1));
  try {
    setPriority(0, niceness);
  } catch {
    // A container may forbid this; the work is then done at normal priority.
  }
}
