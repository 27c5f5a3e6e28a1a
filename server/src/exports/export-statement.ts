import { bucketWords } from '@tollgate/contract/ledger/bucket-words';
import { formatAmount, formatExact } from '@tollgate/contract/money';
import type { StatementExport } from '../subjects/calls/exports/export-ports.ts';
import { statementParts, type StatementLine, type StatementPart } from '../domain/books/month-statement.ts';
import { timesIn } from './call-table.ts';
import { digits, type Cell } from './cells.ts';
import { csvFile } from './csv-file.ts';
import { statementWords } from './statement-words.ts';
import { xlsxFile, type TableRows } from './xlsx-file.ts';

type Row = readonly Cell[];

/** `202611` as `2026-11`. */
function monthText(month: number): string {
  return `${String(month).slice(0, 4)}-${String(month).slice(4)}`;
}

function nameOf({ locale }: StatementExport, part: StatementPart, { id, name }: StatementLine): string {
  const words = statementWords[locale];
  if (id !== '') return name;
  return part === 'sub_account' ? words.noSubAccount : words.noModel;
}

/** Every call has a model, or none by that name, so the lines of models count each once. */
function callsOf({ lines }: StatementExport['statement']): bigint {
  return lines.model.reduce((sum, { calls }) => sum + calls, 0n);
}

/** For a text file: everything in one table that begins with the opening balance and ends with the closing balance. */
function csvRows(order: StatementExport): readonly Row[] {
  const { locale, statement } = order;
  const words = statementWords[locale];
  const showTime = timesIn(order.timeZone);
  const amount = (value: bigint): Cell => digits(formatExact(value));
  const credits = statement.creditLines.map(({ id, bucket, amount: of, atMs }): Row => [
    words.credit,
    id,
    bucketWords[locale][bucket],
    showTime(atMs),
    null,
    amount(of),
  ]);
  const usage = statementParts.flatMap((part) =>
    statement.lines[part].map((line): Row => {
      const name = nameOf(order, part, line);
      return [words.sheets[part], line.id, name, null, digits(line.calls), amount(-line.amount)];
    }),
  );
  return [
    [words.opening, null, null, showTime(statement.startsAtMs), null, amount(statement.opening)],
    ...credits,
    ...usage,
    [words.credits, null, null, null, null, amount(statement.credits)],
    [words.usage, null, null, null, digits(callsOf(statement)), amount(-statement.usage)],
  ];
}

async function* oneByOne(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}

function statementCsv(order: StatementExport): AsyncIterable<Buffer> {
  const { locale, statement } = order;
  const words = statementWords[locale];
  const closing = digits(formatExact(statement.closing));
  return csvFile(
    {
      sheetName: '',
      widths: [],
      heads: [words.part, words.id, words.name, words.time, words.calls, words.amount],
      rows: oneByOne(csvRows(order)),
      last: () => [words.closing, null, null, timesIn(order.timeZone)(statement.endsAtMs), null, closing],
    },
    order.encoding,
  );
}

/** A number for sums, which a worksheet stores with 15 digits, and the exact amount as text. */
function amountCells(amount: bigint): Row {
  return [digits(formatAmount(amount, 9)), formatExact(amount)];
}

/** @param rows includes the sums as the last row. */
function sheetOf(sheetName: string, heads: readonly string[], rows: readonly Row[]): TableRows {
  const widths = heads.map((_, at) => (at === heads.length - 2 ? 18 : 26));
  return { sheetName, heads, widths, rows: oneByOne(rows.slice(0, -1)), last: () => rows.at(-1) ?? [] };
}

function summarySheet({ locale, statement, timeZone, accountName, issuer }: StatementExport): TableRows {
  const words = statementWords[locale];
  const state = words.states[statement.frozenAtMs === null ? 'provisional' : 'frozen'];
  return sheetOf(
    words.sheets.summary,
    [words.part, words.amount, words.exact],
    [
      [words.issuer, null, issuer],
      [words.account, null, accountName],
      [words.month, null, monthText(statement.month)],
      [words.timeZone, null, timeZone],
      [words.state, null, state],
      [words.opening, ...amountCells(statement.opening)],
      [words.credits, ...amountCells(statement.credits)],
      [words.usage, ...amountCells(-statement.usage)],
      [words.closing, ...amountCells(statement.closing)],
    ],
  );
}

function creditsSheet({ locale, statement, timeZone }: StatementExport): TableRows {
  const words = statementWords[locale];
  const showTime = timesIn(timeZone);
  const rows = statement.creditLines.map(({ id, bucket, amount, atMs }) => [
    ...[showTime(atMs), bucketWords[locale][bucket], id],
    ...amountCells(amount),
  ]);
  return sheetOf(
    words.sheets.credits,
    [words.time, words.bucket, words.id, words.amount, words.exact],
    [...rows, [words.total, null, null, ...amountCells(statement.credits)]],
  );
}

function partSheet(order: StatementExport, part: StatementPart): TableRows {
  const { locale, statement } = order;
  const words = statementWords[locale];
  const rows = statement.lines[part].map((line) => [
    ...[nameOf(order, part, line), line.id, digits(line.calls)],
    ...amountCells(line.amount),
  ]);
  return sheetOf(
    words.sheets[part],
    [words.name, words.id, words.calls, words.amount, words.exact],
    [...rows, [words.total, null, digits(callsOf(statement)), ...amountCells(statement.usage)]],
  );
}

/** A statement as a file, every amount exact to the nano. */
export function exportStatement(order: StatementExport): AsyncIterable<Buffer> {
  if (order.format !== 'xlsx') return statementCsv(order);
  return xlsxFile(summarySheet(order), creditsSheet(order), ...statementParts.map((part) => partSheet(order, part)));
}
