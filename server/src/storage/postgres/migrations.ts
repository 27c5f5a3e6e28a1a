import { migrationsOf } from '../migrations.ts';

/** Schema changes in order; each runs once, in its own transaction. */
export const migrations = migrationsOf('postgres');
