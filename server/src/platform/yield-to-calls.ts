import { randomFill } from 'node:crypto';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';

/** A third of the share of a busy call thread; at a lower priority a file would never finish on a fully loaded machine. */
const niceness = 5;

/**
 * Lets the processor serve calls before the calling thread. On Linux the priority is that of a thread, elsewhere that of the whole process,
 * which must keep its own.
 */
export async function yieldToCalls(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The pool that all threads share inherits from the first code that needs it: create it first.
  await promisify(randomFill)(new Uint8Array(1));
  try {
    setPriority(0, niceness);
  } catch {
    // A container may forbid it: the work is done all the same.
  }
}
