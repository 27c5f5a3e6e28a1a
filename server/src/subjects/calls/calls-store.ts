import type { StatusClass } from '@tollgate/contract/enumerations';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { CallsPageRequest, CallsStore } from './call-ports.ts';
import { callOf } from '../../storage/call-columns.ts';
import type { CallRow } from '../../storage/call-columns.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { firstUuidBytesAt, uuidBytes } from '../../storage/uuid-bytes.ts';
import { callSums } from './call-sums-rows.ts';
import { lastUses } from './last-uses-rows.ts';
import { newestCalls, stretchesOf } from './newest-calls-rows.ts';
import type { CallsSought } from './newest-calls-rows.ts';

/** Maximum rows scanned for a page filtered by ending or error. */
const lookedAtMax = 10_000;
/** Small enough that queued statements do not wait long. */
const lookedAtOnce = 500;

function cursorBytes(cursor: string): Uint8Array {
  if (!/^[\w-]{22}$/.test(cursor)) {
    throw refusal('call_cursor_wrong', {}, { param: 'cursor' });
  }
  return Buffer.from(cursor, 'base64url');
}

const classDigits: Readonly<Record<StatusClass, bigint>> = { '2xx': 2n, '4xx': 4n, '5xx': 5n };

/** The earlier of two ids. */
function earlier(left: Uint8Array | null, right: Uint8Array | null): Uint8Array | null {
  if (left === null || right === null) return left ?? right;
  return Buffer.compare(left, right) < 0 ? left : right;
}

export function soughtBy({ cursor, fromMs, toMs, statusClass, ...filter }: Omit<CallsPageRequest, 'limit'>): CallsSought {
  return {
    ...filter,
    statusClass: statusClass === undefined ? undefined : classDigits[statusClass],
    // Ids contain the time, so a time range is an id range.
    fromId: fromMs === undefined ? null : firstUuidBytesAt(fromMs),
    beforeId: earlier(toMs === undefined ? null : firstUuidBytesAt(toMs), cursor === undefined ? null : cursorBytes(cursor)),
  };
}

/** Repeats the last id up to the next power of two, so that pages of any length share a few prepared statements. */
function padded(ids: readonly Uint8Array[]): readonly Uint8Array[] {
  const size = 2 ** Math.ceil(Math.log2(ids.length));
  const last = ids.at(-1);
  return last === undefined ? ids : [...ids, ...Array<Uint8Array>(size - ids.length).fill(last)];
}

export function createCallsStore(engine: Engine): CallsStore {
  const sums = callSums(engine);
  const db = compilerFor(engine.sql);

  /** Filters by time only, which is the order of the table. */
  async function inOrder(sought: CallsSought, limit: number) {
    const rows: CallRow[] = [];
    for await (const { fromId, beforeId } of stretchesOf(engine, sought)) {
      let query = db.selectFrom('calls').selectAll();
      if (fromId !== null) query = query.where('id', '>=', fromId);
      if (beforeId !== null) query = query.where('id', '<', beforeId);
      rows.push(...(await readRows(engine, 'reports', query.orderBy('id', 'desc').limit(limit - rows.length))));
      if (rows.length >= limit) break;
    }
    return rows;
  }

  async function rowsOf(sought: CallsSought, limit: number) {
    const { accountId, subAccountId, keyId, model, statusClass } = sought;
    if ((accountId ?? subAccountId ?? keyId ?? model ?? statusClass) === undefined) return inOrder(sought, limit);
    const ids = await newestCalls(engine, sought, limit);
    if (ids.length === 0) return [];
    const query = db.selectFrom('calls').selectAll().where('id', 'in', padded(ids));
    return readRows(engine, 'reports', query.orderBy('id', 'desc'));
  }

  /**
   * For filters without an index: scans the newest matching rows up to a limit. Otherwise, a page of a rare value would read the whole log.
   * `lookedUpTo` is where the scan stopped; `null` at the end.
   */
  async function sift(sought: CallsSought, limit: number, matches: (row: CallRow) => boolean) {
    const rows: CallRow[] = [];
    let lookedUpTo = sought.beforeId;
    for (let looked = 0; looked < lookedAtMax && rows.length < limit; looked += lookedAtOnce) {
      const some = await rowsOf({ ...sought, beforeId: lookedUpTo }, lookedAtOnce);
      rows.push(...some.filter(matches));
      if (some.length < lookedAtOnce) return { rows, lookedUpTo: null };
      lookedUpTo = some.at(-1)?.id ?? null;
    }
    return { rows, lookedUpTo };
  }

  return {
    sums,
    lastUses: (keyIds) => lastUses(engine, keyIds),

    async page({ limit, ending, errorCode, ...request }) {
      const sought = soughtBy(request);
      const matches = (row: CallRow): boolean =>
        (ending === undefined || row.ending === ending) && (errorCode === undefined || row.error_code === errorCode);
      const isSifted = (ending ?? errorCode) !== undefined;
      const { rows, lookedUpTo } = isSifted
        ? await sift(sought, limit + 1, matches)
        : { rows: await rowsOf(sought, limit + 1), lookedUpTo: null };
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : lookedUpTo;
      return { rows: shown.map(callOf), next: next === null ? null : Buffer.from(next).toString('base64url') };
    },

    async find(id) {
      let bytes;
      try {
        bytes = uuidBytes(id);
      } catch {
        return null;
      }
      const [row] = await readRows(engine, 'reports', db.selectFrom('calls').selectAll().where('id', '=', bytes));
      return row === undefined ? null : callOf(row);
    },
  };
}
