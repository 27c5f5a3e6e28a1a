import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { sqliteMigrations as migrations } from '../../src/service/database/migrations.ts';
import { booksRows } from './books-rows.ts';
import { makeTenants } from './books-tenants.ts';
import { fillSqlite } from './sqlite-sink.ts';

export interface SmallBooks {
  readonly calls: number;
  readonly accounts: number;
  readonly days: number;
  readonly untilMs: number;
  readonly seed: number;
}

/** Fills a folder as the very first version of the program would have; returns its tenants. */
export function makeFirstSchemaBooks(folder: string, options: SmallBooks) {
  const file = join(folder, 'tollgate.db');
  const [first] = migrations;
  if (first === undefined) throw new Error('there is no schema');
  const db = new DatabaseSync(file);
  db.exec(`create table schema_migrations (id integer primary key, name text not null, applied_at integer not null) strict`);
  db.exec(first.sql);
  db.prepare('insert into schema_migrations values (?, ?, 0)').run(first.id, first.name);
  db.close();
  const tenants = makeTenants({ accounts: options.accounts, models: 12, seed: options.seed });
  fillSqlite(file, booksRows({ tenants, withTenants: true, ...options }), () => undefined);
  return tenants;
}
