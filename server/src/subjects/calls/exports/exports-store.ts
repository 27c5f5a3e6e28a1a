import { sql } from 'kysely';
import { exportStates, type AccountDataExport, type CallsExport, type ExportRecord, type ExportsStore } from './export-ports.ts';
import { accountDataQueue, exportQueue } from '../../../domain/content/export-queue.ts';
import type { Clock } from '../../../platform/clock.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';

/** Maximum length of a stored reason, in UTF-16 units. */
const reasonMax = 500;

function recordOf<Order>(row: Readonly<Record<string, unknown>>): ExportRecord<Order> {
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    subAccountId: row.sub_account_id as string | null,
    madeBy: String(row.made_by),
    order: JSON.parse(String(row.export_order)) as Order,
    isDirect: wholeNumber(row.is_direct) === 1n,
    state: exportStates.find((state) => state === row.state) ?? 'failed',
    rowsTotal: row.rows_total === null ? null : Number(wholeNumber(row.rows_total)),
    rowsDone: Number(wholeNumber(row.rows_done)),
    bytes: row.bytes === null ? null : Number(wholeNumber(row.bytes)),
    error: row.error as string | null,
    createdAtMs: Number(wholeNumber(row.created_at)),
    expiresAtMs: Number(wholeNumber(row.expires_at)),
  };
}

interface Kind {
  readonly table: 'call_exports' | 'account_data_exports';
  readonly queue: string;
  /** Statements that run when a file is finished. */
  readonly ready: (id: string) => Promise<readonly UnitStatement[]>;
}

/** Stores exports of the call log. */
export function createExportsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): ExportsStore {
  return createFilesStore<CallsExport>(engine, clock, {
    table: 'call_exports',
    queue: exportQueue,
    ready: () => Promise.resolve([]),
  });
}

/** Stores exports of all account data. Owners are notified when one is ready. */
export function createAccountDataStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): ExportsStore<AccountDataExport> {
  const store: ExportsStore<AccountDataExport> = createFilesStore(engine, clock, {
    table: 'account_data_exports',
    queue: accountDataQueue,
    async ready(id) {
      const record = await store.find(id);
      if (record === null) return [];
      const { accountId, expiresAtMs } = record;
      const params = { until: Temporal.Instant.fromEpochMilliseconds(expiresAtMs).toString() };
      const notice = { kind: 'account_data_ready', source: `account-data:${id}`, params, link: '/account' } as const;
      return [noticeStatement(engine, { ...notice, accountId, atMs: clock.nowMs() })];
    },
  });
  return store;
}

function createFilesStore<Order>(engine: Engine, clock: Pick<Clock, 'nowMs'>, kind: Kind): ExportsStore<Order> {
  const db = compilerFor(engine.sql);
  const table = sql.table(kind.table);
  const write = async (query: ReturnType<typeof sql>): Promise<number> => {
    const [written = 0] = await engine.write([{ query: query.compile(db) }], []);
    return written;
  };

  return {
    async begin(record, audit = []) {
      const { id, accountId, isDirect, state, rowsTotal } = record;
      // Conflict: the transaction fails, and `begin` returns `false`.
      const insert = sql`insert into ${table}
          (id, account_id, sub_account_id, made_by, export_order, is_direct, state, rows_total, created_at, expires_at)
        values (${id}, ${accountId}, ${record.subAccountId}, ${record.madeBy}, ${JSON.stringify(record.order)}, ${isDirect ? 1n : 0n},
          ${state}, ${rowsTotal === null ? null : BigInt(rowsTotal)}, ${BigInt(record.createdAtMs)}, ${BigInt(record.expiresAtMs)})
        on conflict do nothing`;
      const work = isDirect ? [] : [queued(engine, clock, { queue: kind.queue, payload: { id } })];
      const old = sql`delete from ${table} where expires_at < ${BigInt(clock.nowMs())}`.compile(db);
      return wasCommitted(engine.write([{ query: old }, { query: insert.compile(db), mustWrite: 'file' }, ...work], audit));
    },

    async find(id) {
      const [row] = await engine.read('reports', sql`select * from ${table} where id = ${id}`.compile(db));
      return row === undefined ? null : recordOf(row);
    },

    async list(accountId, { limit, after }) {
      const behind = after === null ? sql`` : sql`and id < ${after}`;
      const query = sql`select * from ${table} where account_id = ${accountId} ${behind} order by id desc limit ${BigInt(limit)}`;
      return (await engine.read('reports', query.compile(db))).map((row) => recordOf<Order>(row));
    },

    async cancel(id) {
      const written = await write(
        sql`update ${table} set state = 'cancelled' where id = ${id} and state in ('waiting', 'running', 'ready')`,
      );
      return written > 0;
    },

    async progress(id, rows) {
      const written = await write(
        sql`update ${table} set state = 'running', rows_done = ${BigInt(rows)} where id = ${id} and state in ('waiting', 'running')`,
      );
      return written > 0;
    },

    async ended(id, end) {
      const set =
        'error' in end
          ? sql`state = 'failed', error = ${end.error.replaceAll('\0', '').slice(0, reasonMax).toWellFormed()}`
          : sql`state = 'ready', rows_done = ${BigInt(end.rows)}, rows_total = ${BigInt(end.rows)}, bytes = ${BigInt(end.bytes)}`;
      const query = sql`update ${table} set ${set} where id = ${id} and state in ('waiting', 'running')`.compile(db);
      const told = 'error' in end ? [] : await kind.ready(id);
      // Otherwise the export was canceled.
      await wasCommitted(engine.write([{ query, mustWrite: 'file' }, ...told], []));
    },
  };
}
