import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Locale } from '@tollgate/contract/enumerations';
import type { AccountDataOrder } from '../subjects/calls/exports/export-ports.ts';
import type { CallLine } from '../domain/books/call-line.ts';
import { addToTotals, callTable, noTotals, sheetName, timesIn, type TenantNames } from './call-table.ts';
import type { Cell } from './cells.ts';
import { csvFile } from './csv-file.ts';
import { piecesOf } from './zip-pieces.ts';

const compressionLevel = 6;
const pieceLength = 32 * 1024;
/** Tables that people open in a spreadsheet program. */
const asTables = ['ledger', 'statement-lines'];

type Row = Readonly<Record<string, unknown>>;

/** A table of stored data, whose rows arrive in batches. */
export interface AccountDataSource {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: () => AsyncIterable<readonly Row[]>;
}

export interface AccountDataParts {
  readonly sources: readonly AccountDataSource[];
  /** Newest first, in batches. */
  readonly calls: (filter: {
    readonly accountId: string;
    readonly fromMs: number;
    readonly toMs: number;
  }) => AsyncIterable<readonly CallLine[]>;
  readonly names: TenantNames;
  /** Receives the number of rows written so far, across all files. */
  readonly onRows: (rows: number) => void;
}

const readme: Readonly<Record<Locale, (accountId: string, at: string) => string>> = {
  zh: (accountId, at) =>
    [
      `账号 ${accountId} 的数据，截至 ${at}。`,
      '',
      '.json：每行一条记录；.csv：可用表格软件打开。时间为 ISO 8601，金额单位为 CNY。',
      'calls.csv 是保留期 90 天内的调用日志。请求和回答的内容不保存，因此不在其中。',
      '密钥只包含前缀和后四位：完整的值仅在创建时显示一次，我们没有保存。',
      'sign-ins.json 只包含导出者本人的登录记录。发票、营业执照、合同等文件请在控制台下载。',
      '',
    ].join('\r\n'),
  en: (accountId, at) =>
    [
      `Data of the account ${accountId}, as of ${at}.`,
      '',
      '.json: one record a line; .csv: opens in programs for tables. Times are ISO 8601, amounts are in CNY.',
      'calls.csv is the call log of the 90 days that it is kept. What was asked and answered is not stored, so it is not here.',
      'Of keys there are the first and last characters alone: the whole value was shown once, when it was made, and is not stored.',
      'sign-ins.json has the sign-ins of the person who requested this file. Download files of invoices, licences and contracts in the console.',
      '',
    ].join('\r\n'),
};

/** Records as a JSON array with one record per line, so that memory holds only those in transit. */
async function* jsonFile(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<Buffer> {
  let piece = '[';
  let isFirst = true;
  for await (const some of rows) {
    for (const row of some) {
      piece += `${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`;
      isFirst = false;
    }
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece, 'utf8');
    piece = '';
  }
  yield Buffer.from(`${piece}\n]\n`, 'utf8');
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return { digits: String(value) };
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Amounts are digits, although they are texts here, and may begin with a minus. */
const amount = /^-?\d+\.\d+$/;

async function* cells(source: AccountDataSource): AsyncGenerator<readonly (readonly Cell[])[]> {
  for await (const rows of source.rows())
    yield rows.map((row) =>
      source.columns.map((name) => {
        const cell = cellOf(row[name]);
        return typeof cell === 'string' && amount.test(cell) ? { digits: cell } : cell;
      }),
    );
}

function tableFile(source: AccountDataSource): AsyncIterable<Buffer> {
  const { name, columns } = source;
  return csvFile({ sheetName: name, heads: columns, widths: [], rows: cells(source), last: () => null }, 'utf-8');
}

function callsFile(order: AccountDataOrder, { calls, names }: AccountDataParts, onCalls: (count: number) => void) {
  const { locale, timeZone, accountId, fromMs, toMs } = order;
  const table = callTable('csv', { locale, names, showTime: timesIn(timeZone) });
  const totals = noTotals();
  async function* rows(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for await (const some of calls({ accountId, fromMs, toMs })) {
      for (const call of some) addToTotals(totals, call);
      yield some.map((call) => table.row(call));
      onCalls(some.length);
    }
  }
  return csvFile({ ...table, sheetName: sheetName[locale], rows: rows(), last: () => table.last(totals) }, 'utf-8');
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  await Promise.resolve();
  yield rows;
}

/** All stored data about an account as a ZIP of JSON and CSV, created while it is read. */
export function exportAccountData(order: AccountDataOrder, parts: AccountDataParts): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  let rowsOut = 0;
  const count = (rows: number): void => {
    rowsOut += rows;
    parts.onRows(rowsOut);
  };
  function counted(source: AccountDataSource): AccountDataSource {
    async function* rows(): AsyncGenerator<readonly Row[]> {
      for await (const some of source.rows()) {
        yield some;
        count(some.length);
      }
    }
    return { ...source, rows };
  }
  const add = (path: string, file: () => AsyncIterable<Buffer>): void => {
    zip.addReadStreamLazy(path, { compressionLevel }, (done) => {
      const stream = Readable.from(file(), { objectMode: false });
      stream.once('error', (error) => zip.emit('error', error));
      done(null, stream);
    });
  };
  const { accountId, locale, toMs, people } = order;
  const at = Temporal.Instant.fromEpochMilliseconds(toMs).toString();
  zip.addBuffer(Buffer.from(readme[locale](accountId, at), 'utf8'), 'README.txt', { compress: true });
  add('members.json', () => jsonFile(once(people.members)));
  add('sign-ins.json', () => jsonFile(once(people.signIns)));
  for (const source of parts.sources.map(counted)) {
    if (asTables.includes(source.name)) add(`${source.name}.csv`, () => tableFile(source));
    else add(`${source.name}.json`, () => jsonFile(source.rows()));
  }
  add('calls.csv', () => callsFile(order, parts, count));
  zip.end();
  return piecesOf(zip);
}
