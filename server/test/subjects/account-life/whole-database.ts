import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';

/** Where texts are found: table, and number of matches. */
export type Found = Readonly<Record<string, number>>;

function countIn(rows: readonly string[], texts: readonly string[]): number {
  return rows.filter((row) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase()))).length;
}

async function inPostgres(engine: Engine, texts: readonly string[]): Promise<Found> {
  const db = compilerFor(engine.sql);
  const list = sql`select table_schema as place, table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`;
  const found: Record<string, number> = {};
  for (const { place, name } of await engine.read('reports', list.compile(db))) {
    const rows = await engine.read(
      'reports',
      sql`select t::text as row from ${sql.table(`${String(place)}.${String(name)}`)} t`.compile(db),
    );
    const count = countIn(
      rows.map(({ row }) => String(row)),
      texts,
    );
    if (count > 0) found[String(name)] = count;
  }
  return found;
}

function inSqliteFile(file: string, texts: readonly string[], found: Record<string, number>): void {
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare("select name from sqlite_schema where type = 'table'").all() as { readonly name: string }[];
  for (const { name } of tables) {
    const rows = db.prepare(`select * from "${name}"`).all();
    const shown = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join('\n'),
    );
    const count = countIn(shown, texts);
    if (count > 0) found[name] = count;
  }
  db.close();
}

/** Every row of every table, including sign-in, that contains one of the texts. */
export async function foundInTables(engine: Engine, folder: string, texts: readonly string[]): Promise<Found> {
  if (engine.sql === 'postgres') return inPostgres(engine, texts);
  const found: Record<string, number> = {};
  for (const file of ['tollgate.db', 'sign-in.sqlite']) inSqliteFile(join(folder, file), texts, found);
  return found;
}

/** Files of a data folder that contain one of the texts, byte by byte, including free pages and logs. */
export function foundInFiles(folder: string, texts: readonly string[]): readonly string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true }) as { name: string; parentPath: string; isFile(): boolean }[]
  )
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return texts.some((text) => bytes.includes(Buffer.from(text, 'utf8')));
    });
}
