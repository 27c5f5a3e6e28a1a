import { sql } from 'kysely';
import { exportStates, type CallsExport, type ExportRecord, type ExportsStore } from '../../control/export-ports.ts';
import { exportQueue } from '../../domain/content/export-queue.ts';
import type { Clock } from '../../platform/clock.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';
import { queued } from './queue-items-store.ts';

/** Longest reason kept, in UTF-16 units. */
const reasonMax = 500;

function recordOf(row: Readonly<Record<string, unknown>>): ExportRecord {
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    subAccountId: row.sub_account_id as string | null,
    madeBy: String(row.made_by),
    order: JSON.parse(String(row.export_order)) as CallsExport,
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

/** Files of the call log that people have made. */
export function createExportsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): ExportsStore {
  const db = compilerFor(engine.sql);
  const write = async (query: ReturnType<typeof sql>): Promise<number> => {
    const [written = 0] = await engine.write([{ query: query.compile(db) }], []);
    return written;
  };

  return {
    async begin(record) {
      const { id, accountId, isDirect, state, rowsTotal } = record;
      const insert = sql`insert into call_exports
          (id, account_id, sub_account_id, made_by, export_order, is_direct, state, rows_total, created_at, expires_at)
        values (${id}, ${accountId}, ${record.subAccountId}, ${record.madeBy}, ${JSON.stringify(record.order)}, ${isDirect ? 1n : 0n},
          ${state}, ${rowsTotal === null ? null : BigInt(rowsTotal)}, ${BigInt(record.createdAtMs)}, ${BigInt(record.expiresAtMs)})
        on conflict do nothing`;
      // The work of one that is not there finds nothing to do.
      const work = isDirect ? [] : [queued(engine, clock, { queue: exportQueue, payload: { id } })];
      const old = sql`delete from call_exports where expires_at < ${BigInt(clock.nowMs())}`.compile(db);
      const [, written = 0] = await engine.write([{ query: old }, { query: insert.compile(db) }, ...work], []);
      return written > 0;
    },

    async find(id) {
      const [row] = await engine.read('reports', sql`select * from call_exports where id = ${id}`.compile(db));
      return row === undefined ? null : recordOf(row);
    },

    async list(accountId, { limit, after }) {
      const behind = after === null ? sql`` : sql`and id < ${after}`;
      const query = sql`select * from call_exports where account_id = ${accountId} ${behind} order by id desc limit ${BigInt(limit)}`;
      return (await engine.read('reports', query.compile(db))).map(recordOf);
    },

    async cancel(id) {
      const written = await write(
        sql`update call_exports set state = 'cancelled' where id = ${id} and state in ('waiting', 'running', 'ready')`,
      );
      return written > 0;
    },

    async progress(id, rows) {
      const written = await write(
        sql`update call_exports set state = 'running', rows_done = ${BigInt(rows)} where id = ${id} and state in ('waiting', 'running')`,
      );
      return written > 0;
    },

    async ended(id, end) {
      const set =
        'error' in end
          ? sql`state = 'failed', error = ${end.error.replaceAll('\0', '').slice(0, reasonMax).toWellFormed()}`
          : sql`state = 'ready', rows_done = ${BigInt(end.rows)}, rows_total = ${BigInt(end.rows)}, bytes = ${BigInt(end.bytes)}`;
      await write(sql`update call_exports set ${set} where id = ${id} and state in ('waiting', 'running')`);
    },
  };
}
