import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import type { PartStore } from '../part-store.ts';

/** Stores parts as files in a folder that only this process uses. */
export function createFolderParts(folder: string): PartStore {
  const fileOf = (part: string): string => join(folder, part);
  return {
    async write(part, pieces) {
      const file = fileOf(part);
      makeFolder(dirname(file));
      // Under its final name a part either exists completely or not at all.
      const draft = await open(`${file}.new`, 'w', 0o600);
      try {
        await draft.writeFile(pieces);
        await draft.datasync();
      } finally {
        await draft.close();
      }
      await rename(`${file}.new`, file);
      await syncFolder(dirname(file));
    },
    async read(part, from, length) {
      const file = await open(fileOf(part), 'r');
      try {
        const bytes = Buffer.allocUnsafe(length);
        const { bytesRead } = await file.read(bytes, 0, length, from);
        if (bytesRead < length) throw new Error(`the part ${part} is shorter than it should be`);
        return bytes;
      } finally {
        await file.close();
      }
    },
    async remove(part) {
      await rm(fileOf(part), { force: true });
      await rm(`${fileOf(part)}.new`, { force: true });
    },
  };
}

/** Makes the name of a new file survive a power failure, if the system supports it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
