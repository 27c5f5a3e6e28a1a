import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../platform/logger.ts';
import { newerSchema } from '../newer-schema.ts';
import { migrations } from './migrations.ts';

const createTable = `create table if not exists schema_migrations (
  id integer primary key, name text not null, applied_at integer not null) strict`;

export interface MigrateOptions {
  readonly nowMs: number;
  readonly folder: string;
  readonly logger: Logger;
}

/**
 * Brings the database to the program's schema, each change once and in its own transaction. A change that was broken off
 * is simply made at the next start.
 * @throws {StorageStartError} if the database was written by a newer program.
 */
export function migrate(db: DatabaseSync, { nowMs, folder, logger }: MigrateOptions): void {
  db.exec(createTable);
  const applied = new Set(
    db
      .prepare('select id from schema_migrations')
      .all()
      .map((row) => Number(row.id)),
  );
  const [there, known] = [Math.max(...applied), migrations.at(-1)?.id ?? 0];
  if (there > known) throw newerSchema(`in ${folder}`, { there, known });
  const record = db.prepare('insert into schema_migrations (id, name, applied_at) values (?, ?, ?)');
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue;
    // A new database has nothing to be rearranged; one with ten million calls can take minutes, and somebody waits.
    if (applied.size > 0)
      logger.info({ change: migration.name }, 'the database is brought to this version; a large one takes minutes');
    const editsDefinitions = migration.editsDefinitions === true;
    if (editsDefinitions) db.enableDefensive(false);
    db.exec('begin immediate');
    try {
      db.exec(migration.sql);
      record.run(migration.id, migration.name, BigInt(nowMs));
      db.exec('commit');
    } catch (error) {
      db.exec('rollback');
      throw error;
    } finally {
      if (editsDefinitions) db.enableDefensive(true);
    }
  }
}
