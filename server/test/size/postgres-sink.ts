import { Client } from 'pg';
import type { Connection, Submittable } from 'pg';
import { makePartitions } from '../../src/storage/postgres/partitions.ts';
import { dayMs } from './books-rows.ts';
import type { Cell, TableRows } from './books-rows.ts';

/** Indexes of the large tables are built once, after the rows. */
const bigTables = ['calls', 'usage_hours', 'ledger_entries'];

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A value in the text format of COPY. */
function copyText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return cell.replaceAll(/[\\\n\r\t]/g, (found) => escapes[found] ?? found);
  return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString('hex')}`;
}

interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** One COPY of available rows; the driver passes it the server's responses. */
class CopyIn implements Submittable {
  /** Resolves when the rows are sent. */
  readonly sent: Promise<void>;
  readonly done: Promise<void>;
  readonly #sql: string;
  readonly #chunk: Buffer;
  readonly #send = Promise.withResolvers<undefined>();
  readonly #settle = Promise.withResolvers<undefined>();

  constructor({ table, columns, rows }: TableRows) {
    this.#sql = `copy ${table} (${columns.join(', ')}) from stdin`;
    this.#chunk = Buffer.from(rows.map((row) => `${row.map(copyText).join('\t')}\n`).join(''));
    this.sent = this.#send.promise;
    this.done = this.#settle.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#chunk);
    connection.endCopyFrom();
    this.#send.resolve(undefined);
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleCommandComplete(): void {
    // Another message follows, and then the server is ready.
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(undefined);
  }
}

/** The server inserts rows while the next ones are created. */
async function copyAll(client: Client, stream: Iterable<TableRows>, onRows: (rows: number) => void): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let all = 0;
  for (const rows of stream) {
    const copy = new CopyIn(rows);
    await running;
    client.query(copy);
    running = copy.done;
    await Promise.race([copy.sent, copy.done]);
    all += rows.rows.length;
    onRows(all);
  }
  await running;
}

/** Fills an unused database of this program, with the log in daily partitions as the program would create them. */
export async function fillPostgres(
  url: string,
  books: { readonly stream: Iterable<TableRows>; readonly days: number; readonly untilMs: number },
  onRows: (rows: number) => void,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    for (let day = -1; day <= books.days + 1; day += 4) await makePartitions(client, books.untilMs - day * dayMs);
    const { rows: indexes } = await client.query<{ name: string; sql: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql from pg_index
        where indrelid = any($1::regclass[]) and not indisprimary and not indisunique`,
      [bigTables],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await copyAll(client, books.stream, onRows);
    // On a parent the definition says ONLY; without it, every partition gets its own.
    for (const { sql } of indexes) await client.query(sql.replace(' ON ONLY ', ' ON '));
    await client.query(
      "select setval(pg_get_serial_sequence('ledger_entries', 'seq'), (select coalesce(max(seq), 1) from ledger_entries))",
    );
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
