import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Everything in the database of a data folder, table by table. */
export function storedIn(folder: string): readonly (readonly [table: string, rows: readonly unknown[]])[] {
  const db = new DatabaseSync(join(folder, 'tollgate.db'), { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all();
    return tables.map(({ name }) => [String(name), db.prepare(['select * from', String(name)].join(' ')).all()]);
  } finally {
    db.close();
  }
}

/** Everything in a database on a server, table by table. */
export async function storedAt(url: string): Promise<readonly (readonly [table: string, rows: readonly string[]])[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
    );
    const stored: [string, string[]][] = [];
    for (const { name } of rows) {
      const query = ['select t::text as row from', name, 't order by 1'].join(' ');
      stored.push([name, (await client.query<{ row: string }>(query)).rows.map(({ row }) => row)]);
    }
    return stored;
  } finally {
    await client.end();
  }
}
