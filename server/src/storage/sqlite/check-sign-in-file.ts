import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { StorageStartError } from '../storage-error.ts';

/** The database of people and their sign-ins, in the data folder. */
export const signInFile = 'sign-in.sqlite';

/** The number that identifies the owner of a file: 32 bits, never 0. */
export function ownerNumber(installation: string): number {
  return crc32(installation) | 1;
}

/** Reads the owner of the file, and sets it if an earlier version created the file. */
function readOwner(file: string, ours: number): number {
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    const check = db.prepare('pragma quick_check(1)').get();
    if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check));
    const owner = Number(db.prepare('pragma application_id').get()?.application_id);
    if (owner === 0) db.exec(`pragma application_id = ${String(ours)}`);
    return owner === 0 ? ours : owner;
  } finally {
    db.close();
  }
}

/** @throws {StorageStartError} if the people in an existing file cannot be read, or belong to another installation. */
export function checkSignInFile(file: string, installation: string): void {
  const ours = ownerNumber(installation);
  let owner: number;
  try {
    owner = readOwner(file, ours);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageStartError(
      `The people in ${file} cannot be read (${reason}): move it away, and put the copy there that the last backup made beside the database (….sign-in.sqlite).`,
    );
  }
  if (owner !== ours)
    throw new StorageStartError(
      `The people in ${file} are those of another installation than the database: move it away, and put the copy there that was made with the backup of this database.`,
    );
}
