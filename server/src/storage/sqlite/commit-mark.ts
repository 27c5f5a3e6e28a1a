import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Connection } from './connection.ts';

/** Next to the database: the number of the last commit, which shows whether a write-ahead log was removed. */
export const commitMarkFile = 'last-commit';

const digits = 10;
const range = 2 ** 32;

/** Commits are numbered in the file itself, around and around. A copy carries its number along. */
function numberIn(connection: Connection): number {
  return Number(connection.prepare('pragma user_version').get()?.user_version ?? 0) >>> 0;
}

/**
 * Numbers commits in the database, and once one is through notes its number outside of it: without a wait for the disk, so the note
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

  /** Within a transaction: commits it, under the next number if it has written anything. */
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
      // The commit is done; an older note does no harm.
    }
  }
}

/** The inputs of the writer. */
export interface Writing {
  readonly connection: Connection;
  readonly commits: Pick<CommitMark, 'commit'>;
}

/** A disk without room for it takes no mark, and the commits count all the same. */
function openMark(file: string): number | null {
  try {
    closeSync(openSync(file, 'a', 0o600));
    return openSync(file, 'r+');
  } catch {
    return null;
  }
}

/** Whether commits that were noted are missing in the database. Numbers go around, so the nearer way decides. */
export function lacksCommits(connection: Connection, file: string): boolean {
  let noted: string;
  try {
    noted = readFileSync(file, 'latin1').trim();
  } catch {
    return false;
  }
  // Torn by a power failure: it says nothing.
  if (!/^\d{10}$/.test(noted)) return false;
  return ((numberIn(connection) - Number(noted)) | 0) < 0;
}
