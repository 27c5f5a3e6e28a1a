import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../platform/make-folder.ts';
import { StorageStartError } from '../storage-error.ts';

/** A data folder that belongs to this process until it is released or the process ends for any reason. */
export interface DataFolder {
  release(): void;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
};

/** Only the owner may read the file: the folder holds key hashes, addresses and all bills. */
function touch(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/**
 * An exclusive SQLite lock on a separate file protects the folder. The operating system releases it when the process ends, so a crash
 * leaves no stale lock.
 */
function lock(folder: string): DatabaseSync {
  const file = join(folder, 'lock.db');
  touch(file);
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('pragma journal_mode = memory; begin exclusive;');
    return db;
  } catch (error) {
    db.close();
    throw new StorageStartError(
      `The data folder ${folder} is in use by another running process: stop it first, or set TOLLGATE_DATA_DIR to a separate folder for this one.`,
      error,
    );
  }
}

/**
 * Creates the folder if it is missing, checks that it is writable, and locks it for this process.
 * @param files must exist in the folder, readable by their owner only.
 * @throws {StorageStartError}
 */
export function lockDataFolder(folder: string, files: readonly string[] = []): DataFolder {
  try {
    makeFolder(folder);
    for (const file of files) touch(join(folder, file));
    const held = lock(folder);
    return {
      release() {
        held.close();
      },
    };
  } catch (error) {
    if (error instanceof StorageStartError) throw error;
    const reason = reasons[codeOf(error)] ?? 'the operating system refuses it';
    throw new StorageStartError(
      `The data folder ${folder} cannot be used because ${reason}: make it a folder this user can write, or name another one in TOLLGATE_DATA_DIR.`,
      error,
    );
  }
}
