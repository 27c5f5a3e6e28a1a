import { callCauseWords, isGeneralCause } from '@tollgate/contract/calls/call-causes';
import { endingWords } from '@tollgate/contract/calls/ending-words';
import { regions, type Locale } from '@tollgate/contract/enumerations';
import { errorWordsZh } from '@tollgate/contract/error-words-zh';
import { formatExact } from '@tollgate/contract/money';
import { regionWords } from '@tollgate/contract/region-words';
import { firstTokenOf } from '../domain/books/call-record.ts';
import type { CallLine } from '../domain/books/call-line.ts';
import { digits, type Cell } from './cells.ts';

/** Display names of the keys and sub-accounts of an account. */
export interface TenantNames {
  readonly keys: ReadonlyMap<string, string>;
  readonly subAccounts: ReadonlyMap<string, string>;
}

export interface TableContext {
  readonly names: TenantNames;
  readonly showTime: (ms: number) => string;
  readonly locale: Locale;
}

interface Column {
  readonly name: Readonly<Record<Locale, string>>;
  readonly width: number;
  readonly cell: (call: CallLine, context: TableContext) => Cell;
  /** The cell in the last row. */
  readonly total?: (totals: Totals) => Cell;
  /** A worksheet has a numeric column for sums next to the exact text; a text file has one column for both. */
  readonly onlyIn?: 'xlsx' | 'csv';
}

export interface Totals {
  calls: number;
  inputTokens: bigint;
  cachedTokens: bigint;
  outputTokens: bigint;
  charge: bigint;
}

export function noTotals(): Totals {
  return { calls: 0, inputTokens: 0n, cachedTokens: 0n, outputTokens: 0n, charge: 0n };
}

export function addToTotals(totals: Totals, call: CallLine): void {
  totals.calls += call.count;
  totals.inputTokens += BigInt(call.inputTokens);
  totals.cachedTokens += BigInt(call.cachedTokens);
  totals.outputTokens += BigInt(call.outputTokens);
  totals.charge += call.charge;
}

/** The region of `one/domestic`, in words: the reader must not see which provider it was. */
function regionOf(route: string | null, locale: Locale): string | null {
  if (route === null) return null;
  const name = route.slice(route.lastIndexOf('/') + 1);
  const region = regions.find((known) => known === name);
  return region === undefined ? name : regionWords[locale][region];
}

function causeOf({ error, errorCode }: CallLine, { locale }: TableContext): string | null {
  if (error === null) return null;
  if (locale === 'zh' && isGeneralCause(error, errorCode)) return errorWordsZh[errorCode][0];
  return callCauseWords(error, locale);
}

const columns: readonly Column[] = [
  { name: { zh: '时间', en: 'Time' }, width: 30, cell: (call, { showTime }) => showTime(call.requestTimeMs) },
  { name: { zh: '调用 ID', en: 'Call ID' }, width: 38, cell: ({ id }) => id },
  { name: { zh: '密钥备注', en: 'Key remark' }, width: 18, cell: ({ keyId }, { names }) => names.keys.get(keyId) ?? null },
  { name: { zh: '密钥 ID', en: 'Key ID' }, width: 24, cell: ({ keyId }) => keyId },
  {
    name: { zh: '子账号', en: 'Sub-account' },
    width: 16,
    cell: ({ subAccountId: id }, { names }) => (id === null ? null : (names.subAccounts.get(id) ?? id)),
  },
  { name: { zh: '接口', en: 'Endpoint' }, width: 18, cell: ({ endpoint }) => endpoint },
  { name: { zh: '模型', en: 'Model' }, width: 26, cell: ({ model }) => model },
  { name: { zh: '状态码', en: 'Status' }, width: 8, cell: ({ status }) => digits(status) },
  { name: { zh: '结果', en: 'Ending' }, width: 24, cell: ({ ending }, { locale }) => endingWords[locale][ending] },
  { name: { zh: '错误码', en: 'Error code' }, width: 20, cell: ({ errorCode }) => errorCode },
  { name: { zh: '原因', en: 'Cause' }, width: 30, cell: causeOf },
  {
    name: { zh: '调用数', en: 'Calls' },
    width: 8,
    cell: ({ count }) => digits(count),
    total: ({ calls }) => digits(calls),
  },
  {
    name: { zh: '输入 token', en: 'Input tokens' },
    width: 12,
    cell: ({ inputTokens }) => digits(inputTokens),
    total: ({ inputTokens }) => digits(inputTokens),
  },
  {
    name: { zh: '缓存输入 token', en: 'Cached input tokens' },
    width: 12,
    cell: ({ cachedTokens }) => digits(cachedTokens),
    total: ({ cachedTokens }) => digits(cachedTokens),
  },
  {
    name: { zh: '输出 token', en: 'Output tokens' },
    width: 12,
    cell: ({ outputTokens }) => digits(outputTokens),
    total: ({ outputTokens }) => digits(outputTokens),
  },
  {
    name: { zh: '收费（CNY）', en: 'Charged (CNY)' },
    width: 14,
    cell: ({ charge }) => digits(formatExact(charge)),
    total: ({ charge }) => digits(formatExact(charge)),
  },
  {
    name: { zh: '收费（精确）', en: 'Charged (exact)' },
    width: 16,
    cell: ({ charge }) => formatExact(charge),
    total: ({ charge }) => formatExact(charge),
    onlyIn: 'xlsx',
  },
  { name: { zh: '价格版本', en: 'Price version' }, width: 16, cell: ({ priceVersion }) => priceVersion },
  { name: { zh: '用时（毫秒）', en: 'Duration (ms)' }, width: 12, cell: ({ durationMs }) => digits(Math.round(durationMs)) },
  {
    name: { zh: '流式首字（毫秒）', en: 'First token of streams (ms)' },
    width: 12,
    cell: (call) => {
      const ms = firstTokenOf(call);
      return ms === null ? null : digits(Math.round(ms));
    },
  },
  { name: { zh: '来源 IP', en: 'Source IP' }, width: 16, cell: ({ sourceIp }) => sourceIp },
  { name: { zh: '线路区域', en: 'Region' }, width: 10, cell: ({ route }, { locale }) => regionOf(route, locale) },
];

const totalName: Readonly<Record<Locale, string>> = { zh: '合计', en: 'Total' };
export const sheetName: Readonly<Record<Locale, string>> = { zh: '调用日志', en: 'Calls' };

export interface CallTable {
  readonly heads: readonly string[];
  readonly widths: readonly number[];
  row(call: CallLine): readonly Cell[];
  last(totals: Totals): readonly Cell[];
}

/** The call log as a table, in one language. */
export function callTable(format: 'xlsx' | 'csv', context: TableContext): CallTable {
  const { locale } = context;
  const own = columns.filter(({ onlyIn = format }) => onlyIn === format);
  return {
    heads: own.map(({ name }) => name[locale]),
    widths: own.map(({ width }) => width),
    row: (call) => own.map(({ cell }) => cell(call, context)),
    last: (totals) => own.map(({ total }, at) => (at === 0 ? totalName[locale] : (total?.(totals) ?? null))),
  };
}

const hourMs = 3_600_000;

/** `2026-11-22 20:41:03.123 +08:00`, in the zone of the service. The zone's offset is determined once per hour of the log. */
export function timesIn(timeZone: string): (ms: number) => string {
  let hour = Number.NaN;
  let offsetMs = 0;
  let offset = '';
  return (ms) => {
    if (Math.floor(ms / hourMs) !== hour) {
      hour = Math.floor(ms / hourMs);
      const zoned = Temporal.Instant.fromEpochMilliseconds(hour * hourMs).toZonedDateTimeISO(timeZone);
      offsetMs = zoned.offsetNanoseconds / 1e6;
      offset = zoned.offset;
    }
    const text = new Date(ms + offsetMs).toISOString();
    return `${text.slice(0, 10)} ${text.slice(11, 23)} ${offset}`;
  };
}
