import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { holdsSomething, partsIn } from '../installation-parts.ts';
import { StorageStartError } from '../storage-error.ts';
import { commitMarkFile, lacksCommits } from './commit-mark.ts';
import type { Connection } from './connection.ts';

/** Size of the header on the database's first page. */
const headBytes = 100;

/**
 * Must be called before anything is created there: a new database would be a new installation, without any key or account.
 * @throws {StorageStartError}
 */
export function refuseLostDatabase(folder: string, file: string): void {
  const parts = partsIn(folder);
  if (parts.length === 0 || holdsSomething(file)) return;
  throw new StorageStartError(
    `The data folder ${folder} holds ${parts.join(', ')} of an installation, but tollgate.db is missing or empty. Restore a backup by putting it there as tollgate.db, or name the database's server in TOLLGATE_DATABASE_URL. To begin a new installation, move the folder away.`,
  );
}

/** Whether the file is truncated; after a crash the log may have the missing part. Call this before a connection locks the file. */
export function isTruncated(file: string): boolean {
  const head = Buffer.alloc(headBytes);
  const handle = openSync(file, 'r');
  try {
    if (readSync(handle, head, 0, headBytes, 0) < headBytes) return false;
    const pageBytes = head.readUInt16BE(16);
    return fstatSync(handle).size < head.readUInt32BE(28) * (pageBytes === 1 ? 65_536 : pageBytes);
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads every page.
 * @throws if pages are damaged.
 */
export function checkPages(connection: Connection): void {
  const found = connection.prepare('pragma quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw new Error(`malformed: ${String(found)}`);
}

/**
 * Refuses to start after lost commits, which would mean free calls and payments that are never credited.
 * @throws {StorageStartError}
 */
export function refuseLostCommits(connection: Connection, file: string): void {
  const mark = join(dirname(file), commitMarkFile);
  if (!lacksCommits(connection, mark)) return;
  throw new StorageStartError(
    `The database ${file} lacks the last commits that were made to it. Put tollgate.db-wal back if it was removed, or restore a backup into an empty folder. To go on without these commits, remove the file ${mark}.`,
  );
}
