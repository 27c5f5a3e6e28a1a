import { AmountError, formatAmount, formatExact, parseAmount } from '@tollgate/contract/money';

/** A record as the admin API sends it. */
export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  readonly heading: string;
  /** Field of the row; `limits.concurrency` is a nested field. */
  readonly field: string;
  readonly align?: 'left' | 'right';
  /** The part of the row that contains the field, if it is not the row itself. */
  readonly of?: (row: Row) => Row;
}

/** Characters that take two cells in a terminal: Chinese, Japanese, Korean, full-width forms, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u;
/** Characters that take no column. */
const combining = /\p{M}|[\u200b-\u200f\ufe00-\ufe0f]/u;

/** The number of terminal cells that a text takes. */
export function cellWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!combining.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - cellWidth(text)));
  return align === 'right' ? blanks + text : text + blanks;
}

const amountFields =
  /^(amount|difference|room|exempt|broken_connections_exempt|(?:taken|left_early)_(?:24h|30d)|(?:key|account)_amount|charge_exact|available|reserved|credits|used|trial_left|paid_left|gifts_left|credits_total|usage_total|charge|uncollected|upstream_cost|daily_cap|monthly_cap|spent_today|spent_this_month)$/;

/** A value in readable form: amounts with 4 decimals and every further digit, `-` for no value, control characters replaced. */
export function cellText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'string') return harmless(amountFields.test(field.split('.').at(-1) ?? '') ? amount(value) : value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => cellText(field, item)).join(', ') || '-';
  return harmless(JSON.stringify(value));
}

function amount(text: string): string {
  try {
    const nano = parseAmount(text, { negativeAllowed: true });
    const exact = formatExact(nano);
    return (exact.split('.')[1]?.length ?? 0) < 4 ? formatAmount(nano, 4) : exact;
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    return text;
  }
}

/** A remark may contain escape sequences that would control the terminal. */
function harmless(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

function valueAt(row: Row, field: string): unknown {
  let value: unknown = row;
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Row)[part];
  }
  return value;
}

/** Rows under their headings, columns aligned. */
export function formatTable(rows: readonly Row[], columns: readonly Column[]): string {
  const cells = rows.map((row) =>
    columns.map((column) => cellText(column.field, valueAt(column.of?.(row) ?? row, column.field))),
  );
  const widths = columns.map((column, at) =>
    Math.max(cellWidth(column.heading), ...cells.map((line) => cellWidth(line[at] ?? ''))),
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => pad(text, widths[at] ?? 0, columns[at]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.heading)), ...cells.map(line)].join('\n');
}

/** One record, with one field per line. Nested records are shown as `outer.inner`, lists of records with one item per line. */
export function formatRecord(record: Row): string {
  const lines = flatten(record, '');
  const width = Math.max(0, ...lines.map(([name]) => cellWidth(name)));
  return lines.map(([name, text]) => `${pad(name, width, 'left')}  ${text}`).join('\n');
}

function flatten(record: Row, prefix: string): [string, string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    // A value that has an exact form is not also shown rounded.
    if (`${name}_exact` in record) return [];
    const field = prefix + name;
    if (isListOfRecords(value)) return value.map((item, at) => [at === 0 ? field : '', inOneLine(item)]);
    return isRecord(value) ? flatten(value, `${field}.`) : [[field, cellText(field, value)]];
  });
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfRecords(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** A nested record; unset fields are left out. */
function inOneLine(record: Row): string {
  return flatten(record, '')
    .filter(([, text]) => text !== '-')
    .map(([name, text]) => `${name} ${text}`)
    .join(', ');
}
