import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from './cells.ts';
import { piecesOf } from './zip-pieces.ts';
import { rowXml, sheetEnd, sheetStart, workbookParts } from './sheet-xml.ts';

/** As many rows as a worksheet has. */
const sheetRowsMax = 1_048_576;
/** Characters that are put together before they are compressed. */
const pieceLength = 32 * 1024;
/** A third of the time of the usual level, for files a tenth larger. */
const compressionLevel = 2;

export interface TableRows {
  readonly sheetName: string;
  readonly heads: readonly string[];
  readonly widths: readonly number[];
  /** Some rows at a time. */
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Known when all rows are out. */
  readonly last: () => readonly Cell[];
  /** Rows of a sheet, heads included; a test has smaller ones. */
  readonly sheetRowsMax?: number;
}

/** Rows one by one, the sums last; whoever stops reading can go on later. */
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

/** The table as a workbook, made while it is read: no more of it is held than what is being compressed. */
export function xlsxFile(table: TableRows): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const rows = new Rows(table);
  const names: string[] = [];
  const options = { compressionLevel };

  function addSheet(): void {
    names.push(names.length === 0 ? table.sheetName : `${table.sheetName} ${String(names.length + 1)}`);
    zip.addReadStreamLazy(`xl/worksheets/sheet${String(names.length)}.xml`, options, (done) => {
      const sheet = Readable.from(sheetOf(table, rows), { objectMode: false });
      // How many sheets there are is known at the end of each.
      sheet.once('end', () => {
        if (!rows.isOver) {
          addSheet();
          return;
        }
        for (const [path, xml] of workbookParts(names)) zip.addBuffer(Buffer.from(xml, 'utf8'), path, options);
        zip.end();
      });
      sheet.once('error', (error) => zip.emit('error', error));
      done(null, sheet);
    });
  }

  addSheet();
  // Which ends with an error when the zip does, and takes no more than is read.
  return piecesOf(zip);
}
