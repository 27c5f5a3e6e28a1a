import { migrationsOf } from '../../storage/schema-change.ts';
import { schemaChanges } from './schema-changes.ts';

export const sqliteMigrations = migrationsOf(schemaChanges, 'sqlite');
export const postgresMigrations = migrationsOf(schemaChanges, 'postgres');
