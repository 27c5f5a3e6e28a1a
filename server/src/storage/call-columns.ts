import { callLineFields, type CallLine } from '../domain/books/call-line.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import { amount, amountOrNull, document, flag, flagOrNull, number, numberOrNull, text, uuid, whole } from './call-column.ts';
import type { CallColumn } from './call-column.ts';
import { uuidText } from './uuid-bytes.ts';

/** Foreign names and texts are truncated to these limits. The limits of other texts are far above anything the product creates. */
const foreignName = { max: 200, isForeign: true };
const ownName = { max: 200, isForeign: false };
const foreignModel = { max: 128, isForeign: true };
const foreignWords = { max: 500, isForeign: true };
/** Needs no limit: only this program writes it. */
const ours = null;

const first = 'first schema';
const priceCards = 'prices with cards, and rows that explain themselves';

/**
 * The columns of `calls`, by the record field that they store. All code that writes, reads, limits or spills a record uses this table; its
 * type guarantees that it is complete.
 */
const callColumns = {
  id: uuid('id', first, (call) => call.id, uuidText),
  requestTimeMs: number('request_time', first, 'bigint', (call) => whole(call.requestTimeMs)),
  accountId: text('account_id', first, (call) => call.accountId, ours),
  subAccountId: text('sub_account_id', first, (call) => call.subAccountId, ownName),
  keyId: text('key_id', first, (call) => call.keyId, ours),
  endpoint: text('endpoint', first, (call) => call.endpoint, ownName),
  model: text('model', first, (call) => call.model, foreignModel),
  kind: text('kind', first, (call) => call.kind, ownName),
  status: number('status', first, 'smallint', (call) => call.status),
  streamed: flag('streamed', first, (call) => (call.streamed ? 1 : 0)),
  inputTokens: number('input_tokens', first, 'integer', (call) => call.inputTokens),
  cachedTokens: number('cached_tokens', first, 'integer', (call) => call.cachedTokens),
  outputTokens: number('output_tokens', first, 'integer', (call) => call.outputTokens),
  reasoningTokens: number('reasoning_tokens', first, 'integer', (call) => call.reasoningTokens),
  usageEstimated: flag('usage_estimated', first, (call) => (call.usageEstimated ? 1 : 0)),
  charge: amount('charge', first, (call) => call.charge),
  priceVersion: text('price_version', first, (call) => call.priceVersion, foreignName),
  uncollected: amount('uncollected', first, (call) => call.uncollected),
  upstreamCost: amount('upstream_cost', first, (call) => call.upstreamCost),
  durationMs: number('duration_ms', first, 'bigint', (call) => whole(call.durationMs)),
  firstTokenMs: numberOrNull('first_token_ms', first, 'bigint', (call) =>
    call.firstTokenMs === null ? null : whole(call.firstTokenMs),
  ),
  sourceIp: text('source_ip', first, (call) => call.sourceIp, foreignName),
  route: text('route', first, (call) => call.route, foreignName),
  attempts: number('attempts', first, 'integer', (call) => call.attempts),
  ending: text('ending', first, (call) => call.ending, ours),
  errorCode: text('error_code', first, (call) => call.errorCode, foreignName),
  error: text('error', first, (call) => call.error, foreignWords),
  hourStartMs: number('hour_start', first, 'bigint', (call) => call.hourStartMs),
  day: number('day', first, 'integer', (call) => call.day),
  count: number('count', 'rows of the log that stand for many refused calls', 'integer', (call) => call.count),
  attemptLog: document('attempt_log', 'what each attempt of a call met', (call) => call.attemptLog),
  multiplierPpm: amountOrNull('multiplier_ppm', priceCards, (call) => call.multiplierPpm),
  priced: document('priced', priceCards, (call) => call.priced),
  trail: document('trail', priceCards, (call) => call.trail),
  ownUpstreams: flagOrNull('own_upstreams', 'own upstreams of calls', (call) => call.ownUpstreams),
} satisfies { readonly [Field in keyof CallRecord]: CallColumn<string, never, CallRecord[Field]> };

type Columns = typeof callColumns;

/** Stored next to the status, for the indexes of the log. */
export function statusClassOf(status: number): number {
  return Math.floor(status / 100);
}

/** A row of `calls` as both engines return it. */
export type CallRow = {
  readonly [Field in keyof Columns as Columns[Field]['name']]: Parameters<Columns[Field]['restore']>[0];
} & {
  readonly status_class: bigint;
};

/** A column without its specific types, for loops over all columns. */
export type AnyCallColumn = CallColumn<keyof CallRow, never, unknown> & { readonly field: keyof CallRecord };

/** In the order in which both engines receive the values. */
export const callColumnList: readonly AnyCallColumn[] = Object.entries(callColumns).map(([field, column]) => ({
  ...(column as CallColumn<keyof CallRow, never, unknown>),
  // The table's keys are exactly the fields of a record.
  field: field as keyof CallRecord,
}));

/** The index of a record's field in {@link callColumnList}. */
export const callColumnAt = Object.fromEntries(callColumnList.map(({ field }, at) => [field, at])) as Readonly<
  Record<keyof CallRecord, number>
>;

export function callOf(row: CallRow): CallRecord {
  const record: Partial<Record<keyof CallRecord, unknown>> = {};
  for (const { field, name, restore } of callColumnList) record[field] = restore(row[name] as never);
  // The cast is safe: the table has one column for every field.
  return record as CallRecord;
}

const lineColumns = callLineFields.map((field) => ({
  field,
  ...(callColumns[field] as CallColumn<keyof CallRow, never, unknown>),
}));

/** The columns shown in a line of the log. */
export const callLineColumns: readonly (keyof CallRow)[] = lineColumns.map(({ name }) => name);

export function callLineOf(row: CallRow): CallLine {
  const line: Partial<Record<keyof CallLine, unknown>> = {};
  for (const { field, name, restore } of lineColumns) line[field] = restore(row[name] as never);
  return line as CallLine;
}
