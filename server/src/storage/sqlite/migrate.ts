import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../platform/logger.ts';
import type { Migration } from '../schema-change.ts';
import { newerSchema } from '../newer-schema.ts';

const createTable = `create table if not exists schema_migrations (
  id integer primary key, name text not null, applied_at integer not null) strict`;

export interface MigrateOptions {
  readonly nowMs: number;
  readonly folder: string;
  readonly logger: Logger;
}

function inOneTransaction(db: DatabaseSync, changes: readonly Migration[], nowMs: number): void {
  const editsDefinitions = changes.some((change) => change.editsDefinitions === true);
  if (editsDefinitions) db.enableDefensive(false);
  db.exec('begin immediate');
  try {
    const record = db.prepare('insert into schema_migrations (id, name, applied_at) values (?, ?, ?)');
    for (const { id, name, sql } of changes) {
      db.exec(sql);
      record.run(id, name, BigInt(nowMs));
    }
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  } finally {
    if (editsDefinitions) db.enableDefensive(true);
  }
}

/**
 * Migrates the database to the program's schema. Each change runs once and, if the database already had changes, in its own transaction. An
 * interrupted change is repeated at the next start.
 * @throws {StorageStartError} if the database was written by a newer program.
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[], { nowMs, folder, logger }: MigrateOptions): void {
  db.exec(createTable);
  const applied = new Set(
    db
      .prepare('select id from schema_migrations')
      .all()
      .map((row) => Number(row.id)),
  );
  const [there, known] = [Math.max(...applied), migrations.at(-1)?.id ?? 0];
  if (there > known) throw newerSchema(`in ${folder}`, { there, known });
  const missing = migrations.filter(({ id }) => !applied.has(id));
  // A new database has no data to migrate, so all changes share one transaction and one wait for the disk.
  if (applied.size === 0) inOneTransaction(db, missing, nowMs);
  else
    for (const migration of missing) {
      // With ten million calls this can take minutes, while the operator waits.
      logger.info({ change: migration.name }, 'upgrading the database to this version; a large one takes minutes');
      inOneTransaction(db, [migration], nowMs);
    }
}
