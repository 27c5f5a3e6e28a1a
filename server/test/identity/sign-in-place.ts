import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { PeoplePlace } from './people-place.ts';

/** Reads or changes the database of sign-in beside the service. */
export function inSignInDatabase<Result>({ folder }: Pick<PeoplePlace, 'folder'>, work: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(join(folder, 'sign-in.sqlite'), { timeout: 10_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Makes every sign-in so old, and forgets what was proved with it. */
export function ageSignIns(place: Pick<PeoplePlace, 'folder'>, ageMs: number): void {
  inSignInDatabase(place, (db) => {
    db.prepare('update "session" set "createdAt" = ?').run(new Date(Date.now() - ageMs).toISOString());
    db.prepare(`delete from "usedOnce" where "purpose" = 'proved'`).run();
  });
}
