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
  /** Newest first. May be fewer than asked for, even none, although there is a next page: the work for one page is bounded. */
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

const classDigits = { '2xx': 2n, '4xx': 4n, '5xx': 5n } as const;

function classOf({ statusClass = '2xx' }: CallsFilter): bigint {
  return classDigits[statusClass];
}

/** Rows looked at for one page when a filter has to be tried on each. */
const defaultRowsWalkedMax = 20_000;

/** Filters with an index of their own. */
type Driver = 'keyId' | 'accountId' | 'model' | 'statusClass';

function driverOf(filter: CallsFilter): Driver | null {
  if (filter.keyId !== undefined) return 'keyId';
  if (filter.accountId !== undefined) return 'accountId';
  if (filter.model !== undefined) return 'model';
  return filter.statusClass === undefined || filter.statusClass === '2xx' ? null : 'statusClass';
}

/** Whether rows are looked at that may not match. */
function isNarrowed({ keyId, accountId, subAccountId, model, statusClass }: CallsFilter, driver: Driver | null): boolean {
  const filters = [keyId, accountId, subAccountId, model, statusClass].filter((value) => value !== undefined);
  return filters.length > (driver === null ? 0 : 1);
}

export function createCallsStore(engine: Engine, rowsWalkedMax = defaultRowsWalkedMax): CallsStore {
  const db = compilerFor(engine.sql);

  /** The filter whose index is walked, most selective first; ids carry the time, so a range of time is a range of ids. */
  function walked({ filter, driver }: { readonly filter: CallsFilter; readonly driver: Driver | null }) {
    const { fromMs, toMs } = filter;
    let query = db.selectFrom('calls');
    if (driver === 'keyId') query = query.where('key_id', '=', filter.keyId ?? '');
    if (driver === 'accountId') query = query.where('account_id', '=', filter.accountId ?? '');
    if (driver === 'model') query = query.where('model', '=', filter.model ?? '');
    // SQLite uses the partial index of failures only where a query repeats its condition.
    if (driver === 'statusClass')
      query = query.where('status_class', '=', classOf(filter)).where('status_class', '<>', sql.lit(2n));
    if (fromMs !== undefined) query = query.where('id', '>=', firstUuidBytesAt(fromMs));
    if (toMs !== undefined) query = query.where('id', '<', firstUuidBytesAt(toMs));
    return query;
  }

  /** The other filters, written so that no engine walks their indexes instead. */
  function narrowed(
    query: ReturnType<typeof walked>,
    { filter, driver }: { readonly filter: CallsFilter; readonly driver: Driver | null },
  ) {
    let narrow = query;
    if (filter.keyId !== undefined && driver !== 'keyId') narrow = narrow.where(sql`coalesce(key_id, '')`, '=', filter.keyId);
    if (filter.accountId !== undefined && driver !== 'accountId') {
      narrow = narrow.where(sql`coalesce(account_id, '')`, '=', filter.accountId);
    }
    if (filter.subAccountId !== undefined) narrow = narrow.where('sub_account_id', '=', filter.subAccountId);
    if (filter.model !== undefined && driver !== 'model') narrow = narrow.where(sql`coalesce(model, '')`, '=', filter.model);
    if (filter.statusClass !== undefined && driver !== 'statusClass')
      narrow = narrow.where(sql`status_class + 0`, '=', classOf(filter));
    return narrow;
  }

  return {
    async page({ cursor, limit, ...filter }) {
      const driver = driverOf(filter);
      let query = walked({ filter, driver });
      if (cursor !== undefined) query = query.where('id', '<', cursorBytes(cursor));
      const newest = query.orderBy('id', 'desc');
      const [end] = isNarrowed(filter, driver)
        ? await readRows(engine, 'reports', newest.select('id').limit(1).offset(rowsWalkedMax))
        : [];
      if (end !== undefined) query = query.where('id', '>=', end.id);
      const rows = await readRows(
        engine,
        'reports',
        narrowed(query, { filter, driver })
          .selectAll()
          .orderBy('id', 'desc')
          .limit(limit + 1),
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : end;
      return { rows: shown.map(recordOf), next: last === undefined ? null : Buffer.from(last.id).toString('base64url') };
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
