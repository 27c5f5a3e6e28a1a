import type { AuditReportAnswer, AuditStep } from '@tollgate/contract/ledger/book-audits';
import { sql, type Selectable } from 'kysely';
import type { BookAudit, BookAuditsStore } from './book-audit-ports.ts';
import type { Schema } from '../../storage/schema.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';

/** A running audit records its progress every few seconds. After this time without progress, it is considered stopped. */
const silentMs = 120_000;
const keptMs = 90 * 86_400_000;

type Row = Omit<Selectable<Schema['book_audits']>, 'report'>;

function auditOf(row: Row, nowMs: number, report: string | null): BookAudit {
  const isSilent = row.state === 'running' && Number(row.touched_at) < nowMs - silentMs;
  return {
    id: row.id,
    state: isSilent ? 'broken' : row.state,
    of: row.scope,
    startedBy: row.started_by,
    startedAtMs: Number(row.started_at),
    endedAtMs: row.ended_at === null ? null : Number(row.ended_at),
    step: row.step,
    rows: Number(row.examined),
    ok: row.ok === null ? null : row.ok === 1n,
    differenceNano: row.difference,
    findingsCount: row.findings === null ? null : Number(row.findings),
    report: report === null ? null : (JSON.parse(report) as AuditReportAnswer),
  };
}

const columns = [
  ...(['id', 'state', 'scope', 'started_by', 'started_at', 'touched_at', 'ended_at', 'step', 'examined'] as const),
  ...(['ok', 'difference', 'findings'] as const),
] as const;

function progressOf(audit: BookAudit) {
  return {
    state: audit.state,
    ended_at: audit.endedAtMs,
    step: audit.step,
    examined: BigInt(audit.rows),
    ok: audit.ok === null ? null : Number(audit.ok),
    difference: audit.differenceNano,
    findings: audit.findingsCount,
    report: audit.report === null ? null : JSON.stringify(audit.report),
  };
}

function insertion(engine: Engine, audit: BookAudit, touchedAtMs: number): UnitStatement {
  // Conflict: the transaction fails if another audit is running. Finished audits have unique ids.
  const query = compilerFor(engine.sql)
    .insertInto('book_audits')
    .values({
      id: audit.id,
      scope: audit.of,
      started_by: audit.startedBy,
      started_at: BigInt(audit.startedAtMs),
      touched_at: BigInt(touchedAtMs),
      ...progressOf(audit),
    })
    .onConflict((conflict) => conflict.doNothing());
  return { query: query.compile() };
}

/** Ends audits that have stopped, and deletes old ones. */
function tidying(engine: Engine, nowMs: number): readonly UnitStatement[] {
  const db = compilerFor(engine.sql);
  const silent = db
    .updateTable('book_audits')
    .set({ state: 'broken' })
    .where('state', '=', 'running')
    .where('touched_at', '<', BigInt(nowMs - silentMs));
  const old = db.deleteFrom('book_audits').where('started_at', '<', BigInt(nowMs - keptMs));
  return [{ query: silent.compile() }, { query: old.compile() }];
}

/** Gives the console access to audits. */
export function createBookAuditsStore(engine: Engine, clock: { nowMs(): number }): BookAuditsStore {
  const db = compilerFor(engine.sql);
  return {
    begin(audit, entry) {
      const nowMs = clock.nowMs();
      const own = { ...insertion(engine, audit, nowMs), mustWrite: 'audit' };
      return wasCommitted(engine.write([...tidying(engine, nowMs), own], [entry]));
    },

    async list({ limit, after }) {
      const query = db
        .selectFrom('book_audits')
        .select(columns)
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        );
      const rows = await readRows(engine, 'reports', query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit));
      return rows.map((row) => auditOf(row, clock.nowMs(), null));
    },

    async find(id) {
      const query = db
        .selectFrom('book_audits')
        .select([...columns, 'report'])
        .where('id', '=', id);
      const [row] = await readRows(engine, 'reports', query);
      return row === undefined ? null : auditOf(row, clock.nowMs(), row.report);
    },
  };
}

/** Stores a finished audit. */
export async function recordAudit(engine: Engine, audit: BookAudit): Promise<void> {
  const nowMs = audit.endedAtMs ?? audit.startedAtMs;
  await engine.write([...tidying(engine, nowMs), insertion(engine, audit, nowMs)], []);
}

/** Records the progress of a running audit. */
export async function touchAudit(
  engine: Engine,
  id: string,
  { step, rows, atMs }: { readonly step: AuditStep; readonly rows: number; readonly atMs: number },
): Promise<void> {
  const query = sql`update book_audits set step = ${step}, examined = ${BigInt(rows)}, touched_at = ${BigInt(atMs)}
    where id = ${id} and state = 'running'`;
  await engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);
}

/** Ends a running audit and stores its findings. */
export async function endAudit(engine: Engine, audit: BookAudit): Promise<void> {
  const query = compilerFor(engine.sql)
    .updateTable('book_audits')
    .set(progressOf(audit))
    .where('id', '=', audit.id)
    .where('state', '=', 'running');
  await engine.write([{ query: query.compile() }], []);
}
