import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const freeBytesMin = 512 * 1024 * 1024;

/**
 * A folder for temporary files that never hang: in memory, if the machine has enough. A disk that takes a second for one commit is a
 * storage outage, in which calls are refused; other tests must not be affected by it.
 */
export function steadyTmpdir(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize < freeBytesMin ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
}
