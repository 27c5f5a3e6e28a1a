import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { PeoplePlace } from './people-place.ts';

/** Reads or changes the sign-in database of the service. */
export function inSignInDatabase<Result>({ folder }: Pick<PeoplePlace, 'folder'>, work: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(join(folder, 'sign-in.sqlite'), { timeout: 10_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Makes every session this much older, and removes its recent proofs of identity. */
export function ageSignIns(place: Pick<PeoplePlace, 'folder'>, ageMs: number): void {
  inSignInDatabase(place, (db) => {
    db.prepare('update "session" set "createdAt" = ?').run(new Date(Date.now() - ageMs).toISOString());
    db.prepare(`delete from "usedOnce" where "purpose" = 'proved'`).run();
  });
}
