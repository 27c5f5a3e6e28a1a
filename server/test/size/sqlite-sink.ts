import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import type { TableRows } from './books-rows.ts';

const rowsPerTransaction = 200_000;

/** Indexes of the large tables are built once, after the rows. */
const bigTables = ['calls', 'usage_hours', 'ledger_entries'];

/** Fills a database of this program, while it does not run, as fast as the disk permits: a power failure would damage the file. */
export function fillSqlite(file: string, stream: Iterable<TableRows>, onRows: (rows: number) => void): void {
  const db = new DatabaseSync(file);
  try {
    // Leaves the write-ahead log first, because SQLite can switch to this mode only from another one.
    db.exec(
      'pragma journal_mode = delete; pragma journal_mode = memory; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -262144',
    );
    db.exec('pragma temp_store = memory');
    const indexes = db
      .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (?, ?, ?)")
      .all(...bigTables);
    for (const { name } of indexes) db.exec(`drop index ${String(name)}`);
    insertAll(db, stream, onRows);
    for (const { sql } of indexes) db.exec(String(sql));
    db.exec('pragma journal_mode = wal');
  } finally {
    db.close();
  }
}

function insertAll(db: DatabaseSync, stream: Iterable<TableRows>, onRows: (rows: number) => void): void {
  const statements = new Map<string, StatementSync>();
  let open = 0;
  let all = 0;
  db.exec('begin');
  for (const { table, columns, rows } of stream) {
    let insert = statements.get(table);
    if (insert === undefined) {
      const marks = columns.map(() => '?').join(', ');
      insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
      statements.set(table, insert);
    }
    for (const row of rows) insert.run(...row);
    open += rows.length;
    if (open < rowsPerTransaction) continue;
    db.exec('commit; begin');
    all += open;
    open = 0;
    onRows(all);
  }
  db.exec('commit');
}
