import type { Engine } from '../../storage/engine.ts';
import { openSqliteFile, type SqliteOptions } from '../../storage/sqlite/open-sqlite.ts';
import { sqliteMigrations } from './migrations.ts';

/**
 * Opens the embedded engine, with the tables of every subject.
 * @throws {StorageStartError}
 */
export function openSqlite(options: SqliteOptions): Promise<Engine> {
  return openSqliteFile(options, sqliteMigrations);
}
