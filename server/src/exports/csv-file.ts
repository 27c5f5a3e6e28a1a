import iconv from 'iconv-lite';
import type { CallsExport } from '../subjects/calls/exports/export-ports.ts';
import type { Cell } from './cells.ts';
import type { TableRows } from './xlsx-file.ts';

const pieceLength = 64 * 1024;
const { encode } = iconv;

/** Characters that spreadsheet programs treat as the start of a formula, including full-width forms. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.digits;
  const text = cell.replaceAll('\0', '').toWellFormed();
  if (formula.test(text)) return `"'${text.replaceAll('"', '""')}"`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

type CsvRows = Omit<TableRows, 'last'> & {
  /** `null` if there is no row of sums. */
  readonly last: () => readonly Cell[] | null;
};

/** The table as text. Without a byte order mark, spreadsheet programs do not recognize UTF-8. */
export async function* csvFile(table: CsvRows, encoding: CallsExport['encoding']): AsyncGenerator<Buffer> {
  const bytes = (text: string): Buffer => (encoding === 'gb18030' ? encode(text, 'gb18030') : Buffer.from(text, 'utf8'));
  let piece = (encoding === 'gb18030' ? '' : '\ufeff') + line(table.heads);
  for await (const rows of table.rows) {
    for (const row of rows) piece += line(row);
    if (piece.length < pieceLength) continue;
    yield bytes(piece);
    piece = '';
  }
  const last = table.last();
  yield bytes(last === null ? piece : piece + line(last));
}
