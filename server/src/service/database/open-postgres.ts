import type { Engine } from '../../storage/engine.ts';
import { openPostgresDatabase, type PostgresOptions } from '../../storage/postgres/open-postgres.ts';
import { postgresMigrations } from './migrations.ts';

/**
 * Opens the engine on a database server, with the tables of every subject.
 * @throws {StorageStartError}
 */
export function openPostgres(options: PostgresOptions): Promise<Engine> {
  return openPostgresDatabase(options, postgresMigrations);
}
