import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from './cells.ts';
import { piecesOf } from './zip-pieces.ts';
import { rowXml, sheetEnd, sheetStart, workbookParts } from './sheet-xml.ts';

/** Maximum number of rows in a worksheet. */
const sheetRowsMax = 1_048_576;
/** Characters that are collected before they are compressed. */
const pieceLength = 32 * 1024;
/** Takes a third of the time of the default level, for files a tenth larger. */
const compressionLevel = 2;

export interface TableRows {
  readonly sheetName: string;
  readonly heads: readonly string[];
  readonly widths: readonly number[];
  /** Rows in batches. */
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Available when all rows are written. */
  readonly last: () => readonly Cell[];
  /** Rows of a sheet, including headings; tests use smaller sheets. */
  readonly sheetRowsMax?: number;
}

/** Rows one by one, with the sums last. A reader that stops can continue later. */
class Rows {
  readonly #batches: AsyncIterator<readonly (readonly Cell[])[]>;
  readonly #last: () => readonly Cell[];
  #batch: readonly (readonly Cell[])[] = [];
  #at = 0;
  #isLast = false;

  constructor({ rows, last }: TableRows) {
    this.#batches = rows[Symbol.asyncIterator]();
    this.#last = last;
  }

  get isOver(): boolean {
    return this.#isLast;
  }

  async next(): Promise<string> {
    while (this.#at >= this.#batch.length) {
      const read = await this.#batches.next();
      if (read.done === true) {
        this.#isLast = true;
        return rowXml(this.#last(), true);
      }
      this.#batch = read.value;
      this.#at = 0;
    }
    const row = rowXml(this.#batch[this.#at] ?? []);
    this.#at += 1;
    return row;
  }
}

async function* sheetOf({ heads, widths, sheetRowsMax: most = sheetRowsMax }: TableRows, rows: Rows): AsyncGenerator<Buffer> {
  let piece = sheetStart(widths) + rowXml(heads, true);
  for (let count = 1; count < most && !rows.isOver; count += 1) {
    piece += await rows.next();
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece, 'utf8');
    piece = '';
  }
  yield Buffer.from(piece + sheetEnd, 'utf8');
}

/** The sheets of the tables, in order. Rows that exceed a sheet continue in another one. */
function* sheetsOf(tables: readonly TableRows[]): Generator<{ readonly name: string; readonly pieces: AsyncGenerator<Buffer> }> {
  for (const table of tables) {
    const rows = new Rows(table);
    for (let part = 1; !rows.isOver; part += 1) {
      const name = part === 1 ? table.sheetName : `${table.sheetName} ${String(part)}`;
      yield { name, pieces: sheetOf(table, rows) };
    }
  }
}

/** The tables as a workbook, created while they are read: memory holds only the part being compressed. */
export function xlsxFile(...tables: readonly TableRows[]): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const sheets = sheetsOf(tables);
  const names: string[] = [];
  const options = { compressionLevel };

  // Whether a table needs another sheet is known only at the end of each sheet.
  function addNext(): void {
    const next = sheets.next();
    if (next.done === true) {
      for (const [path, xml] of workbookParts(names)) zip.addBuffer(Buffer.from(xml, 'utf8'), path, options);
      zip.end();
      return;
    }
    const { name, pieces } = next.value;
    names.push(name);
    zip.addReadStreamLazy(`xl/worksheets/sheet${String(names.length)}.xml`, options, (done) => {
      const sheet = Readable.from(pieces, { objectMode: false });
      sheet.once('end', addNext);
      sheet.once('error', (error) => zip.emit('error', error));
      done(null, sheet);
    });
  }

  addNext();
  // Ends with an error if the zip does, and is created no faster than it is read.
  return piecesOf(zip);
}
