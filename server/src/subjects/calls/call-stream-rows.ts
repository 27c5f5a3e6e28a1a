import { sql, type RawBuilder } from 'kysely';
import type { CallsFilter } from './call-ports.ts';
import type { CallLine } from '../../domain/books/call-line.ts';
import { callLineColumns, callLineOf, type CallRow } from '../../storage/call-columns.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { uuidBytes } from '../../storage/uuid-bytes.ts';
import { createCallsStore, soughtBy } from './calls-store.ts';
import type { CallsSought } from './newest-calls-rows.ts';

/**
 * Log rows scanned per statement. SQLite blocks its thread for each row. PostgreSQL gets more rows because every query must be planned over
 * all days of the log.
 */
const lookedAtOnce = { sqlite: 100, postgres: 1000 } as const;
/** If at most one of this many rows matches, index lookups page by page are cheaper than a scan. */
const worthLooking = 25;
const rowsPerPage = 1000;
const pagesAtOnce = 4;
const line = sql.join(callLineColumns.map((name) => sql.ref(name)));
/** Greater than any id. */
const afterAll = new Uint8Array(16).fill(0xff);

function wanted({ accountId, subAccountId, keyId, model, statusClass }: CallsSought): RawBuilder<unknown> {
  const conditions = [
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
    ...(subAccountId === undefined ? [] : [sql`sub_account_id = ${subAccountId}`]),
    ...(keyId === undefined ? [] : [sql`key_id = ${keyId}`]),
    ...(model === undefined ? [] : [sql`model = ${model}`]),
    ...(statusClass === undefined ? [] : [sql`status_class = ${statusClass}`]),
  ];
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}

/** Rows, newest first. The next scan continues at `next`; `null` at the end. */
interface Stretch {
  readonly rows: readonly CallLine[];
  readonly next: Uint8Array | null;
}

/** Scans the log in its own order, reading each row once. */
async function look(engine: Engine, sought: CallsSought, before: Uint8Array): Promise<Stretch> {
  const db = compilerFor(engine.sql);
  const from = sought.fromId === null ? sql`` : sql`and id >= ${sought.fromId}`;
  const end = sql`select id from calls where id < ${before} ${from} order by id desc limit 1 offset ${BigInt(lookedAtOnce[engine.sql] - 1)}`;
  const [last] = await engine.read('reports', end.compile(db));
  const next = last === undefined ? null : (last.id as Uint8Array);
  const since = next === null ? from : sql`and id >= ${next}`;
  const query = sql`select ${line} from calls where id < ${before} ${since} and ${wanted(sought)} order by id desc`;
  const rows = await engine.read('reports', query.compile(db));
  return { rows: rows.map((row) => callLineOf(row as unknown as CallRow)), next };
}

/**
 * All calls of a filter, newest first. Each page searches its position in all keys of an account. For a large part of the log, a scan is
 * faster because it reads each row once.
 */
export async function* streamCalls(engine: Engine, filter: CallsFilter): AsyncGenerator<readonly CallLine[]> {
  const { ending, errorCode, ...rest } = filter;
  const sought = soughtBy(rest);
  const pages = createCallsStore(engine);
  const isWanted = (call: CallLine): boolean =>
    (ending === undefined || call.ending === ending) && (errorCode === undefined || call.errorCode === errorCode);
  let before = sought.beforeId ?? afterAll;
  for (;;) {
    const { rows, next } = await look(engine, sought, before);
    yield rows.filter(isWanted);
    if (next === null) return;
    before = next;
    if (rows.length * worthLooking >= lookedAtOnce[engine.sql]) continue;
    for (let page = 0; page < pagesAtOnce; page += 1) {
      const found = await pages.page({ ...rest, limit: rowsPerPage, cursor: Buffer.from(before).toString('base64url') });
      yield found.rows.filter(isWanted);
      const last = found.rows.at(-1);
      if (found.next === null || last === undefined) return;
      before = uuidBytes(last.id);
    }
  }
}
