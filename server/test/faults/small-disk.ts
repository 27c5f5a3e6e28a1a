/** A separate real file system that can be filled to its last byte and emptied again. Needs permission to mount. */
import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
  }

  /** Mounts it over an empty folder; `null` without permission. */
  static async mount(folder: string, size: string): Promise<SmallDisk | null> {
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tollgate-test', folder]);
      return new SmallDisk(folder);
    } catch {
      return null;
    }
  }

  /** Fills all free space. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, 'a');
    try {
      for (let bytes = 1024 * 1024; bytes >= 1;) {
        try {
          await file.write(Buffer.alloc(bytes, 1));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          bytes = Math.floor(bytes / 2);
        }
      }
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['-l', this.folder]);
  }
}
