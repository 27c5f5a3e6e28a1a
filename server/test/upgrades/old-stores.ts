import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { OldData, OldRow } from './old-rows.ts';
import { schemaOf, type Release } from './released-schemas.ts';

function writeFiles(folder: string, { files }: OldData): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 });
}

function insertion(table: string, row: OldRow, place: (index: number) => string): string {
  const columns = Object.keys(row);
  const names = columns.map((name) => `"${name}"`).join(', ');
  return ['insert into', table, `(${names})`, 'values', `(${columns.map((_, index) => place(index + 1)).join(', ')})`].join(' ');
}

/** A data folder as left by that version, with the embedded database. */
export function makeOldFolder(folder: string, release: Release, data: OldData): void {
  writeFiles(folder, data);
  const db = new DatabaseSync(join(folder, 'tollgate.db'));
  try {
    db.exec('pragma journal_mode = wal');
    db.exec('create table schema_migrations (id integer primary key, name text not null, applied_at integer not null) strict');
    for (const { id, name, sql } of schemaOf(release, 'sqlite')) {
      db.exec(sql);
      db.prepare('insert into schema_migrations values (?, ?, 0)').run(id, name);
    }
    db.exec('begin');
    for (const { table, rows } of data.tables) {
      for (const row of rows) db.prepare(insertion(table, row, () => '?')).run(...Object.values(row));
    }
    db.exec('commit');
  } finally {
    db.close();
  }
}

/** The partitions of the log by day (UTC), with the names and bounds of the first version. */
async function makeParts(client: Client, calls: readonly OldRow[]): Promise<void> {
  const dayMs = 86_400_000;
  const bound = (atMs: number): string => `'\\x${atMs.toString(16).padStart(12, '0').padEnd(32, '0')}'`;
  for (const startMs of new Set(calls.map((row) => Math.floor(Number(row.request_time) / dayMs) * dayMs))) {
    const name = `calls_${new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
    const bounds = `from (${bound(startMs)}) to (${bound(startMs + dayMs)})`;
    await client.query(['create table', name, 'partition of calls for values', bounds].join(' '));
  }
}

/** A data folder as left by that version, and the database on a server, which is filled as well. */
export async function makeOldDatabase(url: string, folder: string, release: Release, data: OldData): Promise<void> {
  writeFiles(folder, data);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'create table schema_migrations (id bigint primary key, name text not null, works_from bigint not null, applied_at bigint not null)',
    );
    for (const { id, name, worksFrom, sql } of schemaOf(release, 'postgres')) {
      await client.query(sql);
      await client.query('insert into schema_migrations values ($1, $2, $3, 0)', [id, name, worksFrom]);
    }
    await makeParts(client, data.tables.find(({ table }) => table === 'calls')?.rows ?? []);
    for (const { table, rows } of data.tables) {
      for (const row of rows)
        await client.query(
          insertion(table, row, (index) => `$${String(index)}`),
          Object.values(row),
        );
    }
  } finally {
    await client.end();
  }
}
