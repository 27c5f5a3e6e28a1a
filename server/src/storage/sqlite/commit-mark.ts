import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Connection } from './connection.ts';

/** A file next to the database with the number of the last commit, which reveals that a write-ahead log was removed. */
export const commitMarkFile = 'last-commit';

const digits = 10;
const range = 2 ** 32;

/** Commits are numbered in the database file itself, modulo 2^32. A copy includes its number. */
function numberIn(connection: Connection): number {
  return Number(connection.prepare('pragma user_version').get()?.user_version ?? 0) >>> 0;
}

/**
 * Numbers commits in the database, and after each commit writes its number to a separate file. This does not wait for the disk: the file
 * survives the process, and after a power failure is at most older than the database.
 */
export class CommitMark {
  readonly #connection: Connection;
  readonly #handle: number | null;
  #number: number;

  constructor(connection: Connection, file: string) {
    this.#connection = connection;
    this.#number = numberIn(connection);
    this.#handle = openMark(file);
  }

  /** Commits the current transaction, under the next number if it has written anything. */
  commit(hasWritten = true): void {
    if (!hasWritten) {
      this.#connection.db.exec('commit');
      return;
    }
    const next = (this.#number + 1) % range;
    this.#connection.db.exec(`pragma user_version = ${String(next | 0)}; commit`);
    this.#number = next;
    this.#note();
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
  }

  #note(): void {
    if (this.#handle === null) return;
    try {
      writeSync(this.#handle, `${String(this.#number).padStart(digits, '0')}\n`, 0, 'latin1');
    } catch {
      // The commit is done; an older number in the file does no harm.
    }
  }
}

/** What the writer works with. */
export interface Writing {
  readonly connection: Connection;
  readonly commits: Pick<CommitMark, 'commit'>;
}

/** If the disk has no room for the file, no number is written and commits succeed all the same. */
function openMark(file: string): number | null {
  try {
    closeSync(openSync(file, 'a', 0o600));
    return openSync(file, 'r+');
  } catch {
    return null;
  }
}

/** Whether the database lacks commits whose numbers were written. Numbers wrap around, so the shorter distance decides. */
export function lacksCommits(connection: Connection, file: string): boolean {
  let noted: string;
  try {
    noted = readFileSync(file, 'latin1').trim();
  } catch {
    return false;
  }
  // Torn by a power failure, so it proves nothing.
  if (!/^\d{10}$/.test(noted)) return false;
  return ((numberIn(connection) - Number(noted)) | 0) < 0;
}
