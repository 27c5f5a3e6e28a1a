import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../src/platform/clock.ts';
import { silentLogger } from '../src/platform/logger.ts';
import type { Engine } from '../src/storage/engine.ts';
import { migrate } from '../src/storage/sqlite/migrate.ts';
import { sqliteMigrations as migrations } from '../src/service/database/migrations.ts';
import { openSqlite } from '../src/service/database/open-sqlite.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache/tollgate', import.meta.url));

/** The migrations themselves and the code that creates them. */
function contentKey(): string {
  const program = readFileSync(new URL('../src/storage/sqlite/migrate.ts', import.meta.url), 'utf8');
  const content = JSON.stringify([migrations, program, process.versions.sqlite]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** An empty database with all tables, created once per content of the migrations. Concurrent processes each rename their own. */
export function keptMigratedFile(keptIn = cache): string {
  const kept = join(keptIn, `migrated-${contentKey()}.db`);
  if (existsSync(kept)) return kept;
  mkdirSync(keptIn, { recursive: true });
  const folder = mkdtempSync(join(keptIn, 'migrated-'));
  try {
    const made = join(folder, 'tollgate.db');
    closeSync(openSync(made, 'wx', 0o600));
    const db = new DatabaseSync(made);
    db.exec('pragma journal_mode = wal');
    migrate(db, migrations, { nowMs: 0, folder, logger: silentLogger });
    db.close();
    renameSync(made, kept);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return kept;
}

let template: string | null = null;

/**
 * Puts an empty database with all tables into an empty data folder, because creating tables is most of the cost of a new database. A mutant
 * of the program creates its own.
 */
export function placeMigratedFile(folder: string): void {
  if (process.env.MUTANT !== undefined || !existsSync(folder) || readdirSync(folder).length > 0) return;
  copyFileSync((template ??= keptMigratedFile()), join(folder, 'tollgate.db'));
}

/** The embedded engine in an empty folder, with all tables. */
export function openMigrated(folder: string, clock: Clock): Promise<Engine> {
  placeMigratedFile(folder);
  return openSqlite({ folder, clock, logger: silentLogger });
}
