import type { CallRecord } from '../../domain/books/call-record.ts';
import { attemptLogText } from '../attempt-log.ts';
import { StorageError } from '../storage-error.ts';
import { numberArray, textArray, uuidArray } from './values.ts';

type Column = readonly [
  name: string,
  type: 'smallint' | 'integer' | 'bigint' | 'text' | 'bytea',
  of: (calls: readonly CallRecord[]) => string,
];

/** Durations come from a clock with fractions; the columns hold whole milliseconds. */
function whole(value: number): number {
  return Number.isFinite(value) ? Math.round(value) : value;
}

function numbers(name: string, type: Column[1], valueOf: (call: CallRecord) => number | bigint | null): Column {
  return [name, type, (calls) => numberArray(calls.map(valueOf))];
}

function texts(name: string, valueOf: (call: CallRecord) => string | null): Column {
  return [name, 'text', (calls) => textArray(calls.map(valueOf))];
}

/** The columns of `calls`, each with how a group fills it. */
export const callColumns: readonly Column[] = [
  ['id', 'bytea', (calls) => uuidArray(calls.map((call) => call.id))],
  numbers('request_time', 'bigint', (call) => whole(call.requestTimeMs)),
  texts('account_id', (call) => call.accountId),
  texts('sub_account_id', (call) => call.subAccountId),
  texts('key_id', (call) => call.keyId),
  texts('endpoint', (call) => call.endpoint),
  texts('model', (call) => call.model),
  texts('kind', (call) => call.kind),
  numbers('status', 'smallint', (call) => call.status),
  numbers('status_class', 'smallint', (call) => Math.floor(call.status / 100)),
  numbers('streamed', 'smallint', (call) => (call.streamed ? 1 : 0)),
  numbers('input_tokens', 'integer', (call) => call.inputTokens),
  numbers('cached_tokens', 'integer', (call) => call.cachedTokens),
  numbers('output_tokens', 'integer', (call) => call.outputTokens),
  numbers('reasoning_tokens', 'integer', (call) => call.reasoningTokens),
  numbers('usage_estimated', 'smallint', (call) => (call.usageEstimated ? 1 : 0)),
  numbers('charge', 'bigint', (call) => call.charge),
  texts('price_version', (call) => call.priceVersion),
  numbers('uncollected', 'bigint', (call) => call.uncollected),
  numbers('upstream_cost', 'bigint', (call) => call.upstreamCost),
  numbers('duration_ms', 'bigint', (call) => whole(call.durationMs)),
  numbers('first_token_ms', 'bigint', (call) => (call.firstTokenMs === null ? null : whole(call.firstTokenMs))),
  texts('source_ip', (call) => call.sourceIp),
  texts('route', (call) => call.route),
  numbers('attempts', 'integer', (call) => call.attempts),
  texts('ending', (call) => call.ending),
  texts('error_code', (call) => call.errorCode),
  texts('error', (call) => call.error),
  numbers('hour_start', 'bigint', (call) => call.hourStartMs),
  numbers('day', 'integer', (call) => call.day),
  numbers('count', 'integer', (call) => call.count),
  texts('attempt_log', attemptLogText),
];

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Rows by id, smallest first, so that two nodes that write the same ones never wait for each other in a circle. Of rows
 * with one id the first is kept.
 * @throws {StorageError} for an id that is no UUID.
 */
export function sortedById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    if (!uuid.test(row.id)) throw new StorageError('row', 'a call whose id is not a UUID');
    if (!byId.has(row.id)) byId.set(row.id, row);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
