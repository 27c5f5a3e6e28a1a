import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const freeBytesMin = 512 * 1024 * 1024;

/**
 * Where temporary folders never stand still: in memory, if the machine offers enough of it. A disk that takes a second for
 * one commit is an outage of the storage, in which calls are refused; a test of something else must not meet it.
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
