import { ApiError } from '@tollgate/contract/errors';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { CallRecord, Ending } from '../../domain/books/call-record.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import type { CallsTable } from '../schema.ts';
import { firstUuidBytesAt, uuidBytes, uuidText } from '../uuid-bytes.ts';

export interface CallsFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  readonly statusClass?: '2xx' | '4xx' | '5xx' | undefined;
  /** Admission time, epoch milliseconds: from inclusive, to exclusive. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface CallsPageRequest extends CallsFilter {
  /** What an earlier page answered as `next`. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface CallsPage {
  /** Newest first. */
  readonly rows: readonly CallRecord[];
  readonly next: string | null;
}

/** The log of calls, for people to read. */
export interface CallsStore {
  /** @throws {ApiError} `invalid_parameter` for a cursor that is not one of ours. */
  page(request: CallsPageRequest): Promise<CallsPage>;
  /** One call; `null` if there is none of that id. */
  find(id: string): Promise<CallRecord | null>;
}

function recordOf(row: Selectable<CallsTable>): CallRecord {
  return {
    id: uuidText(row.id),
    requestTimeMs: Number(row.request_time),
    accountId: row.account_id,
    subAccountId: row.sub_account_id,
    keyId: row.key_id,
    endpoint: row.endpoint,
    model: row.model,
    kind: row.kind,
    status: Number(row.status),
    streamed: row.streamed !== 0n,
    inputTokens: Number(row.input_tokens),
    cachedTokens: Number(row.cached_tokens),
    outputTokens: Number(row.output_tokens),
    reasoningTokens: Number(row.reasoning_tokens),
    usageEstimated: row.usage_estimated !== 0n,
    charge: row.charge,
    priceVersion: row.price_version,
    uncollected: row.uncollected,
    upstreamCost: row.upstream_cost,
    durationMs: Number(row.duration_ms),
    firstTokenMs: row.first_token_ms === null ? null : Number(row.first_token_ms),
    sourceIp: row.source_ip,
    route: row.route,
    attempts: Number(row.attempts),
    // Written by this program alone.
    ending: row.ending as Ending,
    errorCode: row.error_code,
    error: row.error,
    hourStartMs: Number(row.hour_start),
    day: Number(row.day),
  };
}

function cursorBytes(cursor: string): Uint8Array {
  if (!/^[\w-]{22}$/.test(cursor)) {
    throw new ApiError('invalid_parameter', { param: 'cursor', message: 'cursor must be the "next" of an earlier page.' });
  }
  return Buffer.from(cursor, 'base64url');
}

const classDigits = { '2xx': 2, '4xx': 4, '5xx': 5 } as const;

export function createCallsStore(engine: Engine): CallsStore {
  const db = compilerFor(engine.sql);

  /** Ids carry the admission time, so a range of time is a range of ids and needs no index of its own. */
  function matching(filter: CallsFilter) {
    const { accountId, subAccountId, keyId, model, statusClass, fromMs, toMs } = filter;
    let query = db.selectFrom('calls').selectAll();
    if (accountId !== undefined) query = query.where('account_id', '=', accountId);
    if (subAccountId !== undefined) query = query.where('sub_account_id', '=', subAccountId);
    if (keyId !== undefined) query = query.where('key_id', '=', keyId);
    if (model !== undefined) query = query.where('model', '=', model);
    if (statusClass !== undefined) query = query.where('status_class', '=', BigInt(classDigits[statusClass]));
    // Names the partial index of failures, which SQLite uses only where a query repeats its condition.
    if (statusClass !== undefined && statusClass !== '2xx') query = query.where('status_class', '<>', sql.lit(2n));
    if (fromMs !== undefined) query = query.where('id', '>=', firstUuidBytesAt(fromMs));
    if (toMs !== undefined) query = query.where('id', '<', firstUuidBytesAt(toMs));
    return query;
  }

  return {
    async page({ cursor, limit, ...filter }) {
      let query = matching(filter);
      if (cursor !== undefined) query = query.where('id', '<', cursorBytes(cursor));
      const rows = await readRows(engine, 'reports', query.orderBy('id', 'desc').limit(limit + 1));
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next = rows.length > limit && last !== undefined ? Buffer.from(last.id).toString('base64url') : null;
      return { rows: shown.map(recordOf), next };
    },

    async find(id) {
      let bytes;
      try {
        bytes = uuidBytes(id);
      } catch {
        return null;
      }
      const [row] = await readRows(engine, 'reports', db.selectFrom('calls').selectAll().where('id', '=', bytes));
      return row === undefined ? null : recordOf(row);
    },
  };
}
