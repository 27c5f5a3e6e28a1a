import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import type { FileFound } from './file-check.ts';

/**
 * A separate process: `file-check-worker.ts quick_check|integrity_check FILE` reads every page of the file as of one moment and prints its
 * findings. It runs at low priority, so that calls come first.
 */
const [, , check = '', file = ''] = process.argv;
const findingsMax = 20;

/** SQLite's codes for: damaged, not a database, a page unreadable, a page incomplete, or a page that the file system reports as damaged. */
const damageCodes = new Set([11, 26, 266, 522, 8458]);

function isDamage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return damageCodes.has(error.errcode) || damageCodes.has(error.errcode & 0xff);
}

function examine(): FileFound {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    db.exec('pragma cache_size = -16384; pragma temp_store = file; pragma trusted_schema = off;');
    const pages = Number(db.prepare('pragma page_count').get()?.page_count);
    const statement = db.prepare(
      check === 'quick_check' ? `pragma quick_check(${String(findingsMax)})` : `pragma integrity_check(${String(findingsMax)})`,
    );
    const found = statement.all().map((row) => String(Object.values(row)[0]));
    return { pages, found: found.filter((text) => text !== 'ok') };
  } finally {
    db.close();
  }
}

setPriority(constants.priority.PRIORITY_LOW);
try {
  process.stdout.write(JSON.stringify(examine()));
} catch (error) {
  if (!isDamage(error)) throw error;
  process.stdout.write(JSON.stringify({ pages: 0, found: [String(error)] } satisfies FileFound));
}
