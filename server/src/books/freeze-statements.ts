import { sql } from 'kysely';
import { statementParts, type StatementFigures } from '../domain/books/month-statement.ts';
import { lastHourOf, monthSpanAt, type MonthSpan } from '../domain/limits/month-span.ts';
import { afterOtherChanges } from '../storage/change-lock.ts';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine, UnitStatement } from '../storage/engine.ts';
import { wasCommitted } from '../storage/was-committed.ts';
import { statementFigures, statementLines, type BooksReader, type StatementLines } from '../storage/statement-figures.ts';
import { wholeNumber } from '../storage/whole-number.ts';
import { progressStatement, readProgress } from './job-progress.ts';

const accountsPerRead = 200;
/** Lines per statement; an engine accepts some ten thousand values at once. */
const linesPerInsert = 500;

export interface FreezeOptions {
  readonly nowMs: number;
  readonly timeZone: string;
}

/** The first time money moved between two moments; `null` if never. */
async function firstMove(engine: Engine, fromMs: number, beforeMs: number): Promise<number | null> {
  const query = sql`select min(coalesce(hour_start, created_at)) as first from ledger_entries
    where coalesce(hour_start, created_at) >= ${BigInt(fromMs)} and coalesce(hour_start, created_at) < ${BigInt(beforeMs)}`;
  const [row] = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return row?.first === null || row?.first === undefined ? null : Number(wholeNumber(row.first));
}

/** Accounts whose money moved in a month and that have no statement for it yet, in order. */
async function accountsToState(engine: Engine, { month, startsAtMs, endsAtMs }: MonthSpan, after: string) {
  const [start, end] = [BigInt(startsAtMs), BigInt(endsAtMs)];
  const query = sql`select distinct l.account_id from ledger_entries l
    where coalesce(l.hour_start, l.created_at) >= ${start} and coalesce(l.hour_start, l.created_at) < ${end}
      and l.account_id > ${after}
      and not exists (select 1 from statements s where s.account_id = l.account_id and s.month = ${BigInt(month)})
    order by l.account_id limit ${accountsPerRead}`;
  return (await engine.read('reports', query.compile(compilerFor(engine.sql)))).map((row) => String(row.account_id));
}

interface Stated {
  readonly accountId: string;
  readonly span: MonthSpan;
  readonly figures: StatementFigures;
  readonly lines: StatementLines;
  readonly nowMs: number;
}

function unitOf(engine: Engine, { accountId, span, figures, lines, nowMs }: Stated): readonly UnitStatement[] {
  const db = compilerFor(engine.sql);
  // Conflict: the unit fails, and the statement that another node wrote first stays.
  const statement = db
    .insertInto('statements')
    .values({
      account_id: accountId,
      month: span.month,
      starts_at: span.startsAtMs,
      ends_at: span.endsAtMs,
      opening: figures.opening,
      credits: figures.credits,
      used: figures.usage,
      closing: figures.closing,
      frozen_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing());
  const rows = statementParts.flatMap((part) =>
    lines[part].map(({ id, name, calls, amount }) => ({
      account_id: accountId,
      month: span.month,
      part,
      item: id,
      name,
      calls,
      amount,
    })),
  );
  const inserts = Array.from({ length: Math.ceil(rows.length / linesPerInsert) }, (_, at) =>
    db.insertInto('statement_lines').values(rows.slice(at * linesPerInsert, (at + 1) * linesPerInsert)),
  );
  return [
    ...afterOtherChanges(engine),
    { query: statement.compile(), mustWrite: 'statement' },
    ...inserts.map((insert) => ({ query: insert.compile() })),
  ];
}

/** Returns whether the statement was written; another node may have been faster. */
async function freezeOne(engine: Engine, accountId: string, span: MonthSpan, nowMs: number): Promise<boolean> {
  const stated = await engine.snapshot(async (snapshot) => {
    const reader: BooksReader = { engine, snapshot };
    const figures = await statementFigures(reader, accountId, span);
    return { accountId, span, nowMs, figures, lines: await statementLines(reader, accountId, span) };
  });
  return wasCommitted(engine.write(unitOf(engine, stated), []));
}

async function freezeMonth(engine: Engine, span: MonthSpan, nowMs: number): Promise<number> {
  let written = 0;
  for (let after = ''; ;) {
    const accounts = await accountsToState(engine, span, after);
    for (const accountId of accounts) if (await freezeOne(engine, accountId, span, nowMs)) written += 1;
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < accountsPerRead) return written;
    after = last;
  }
}

/** The start of the first month with an open hour. */
function openFrom(closedBefore: number, timeZone: string): number {
  const span = monthSpanAt(closedBefore, timeZone);
  return lastHourOf(span, timeZone) < closedBefore ? span.endsAtMs : span.startsAtMs;
}

/**
 * Freezes the statement of each month whose last hour is closed, for every account whose money moved in it. Months are frozen in order. Returns
 * the number of statements written. Safe to interrupt and run again.
 */
export async function freezeStatements(engine: Engine, { nowMs, timeZone }: FreezeOptions): Promise<number> {
  const closedBefore = Number((await readProgress(engine, 'usage_complete_before_ms')) ?? 0n);
  let fromMs = Number((await readProgress(engine, 'statements_frozen_before_ms')) ?? 0n);
  const beforeMs = openFrom(closedBefore, timeZone);
  if (beforeMs <= fromMs) return 0;
  // From here on, no credit is dated in those months, even if a clock is wrong: the ledger dates credits after this moment.
  const begun = progressStatement(engine, 'statements_freezing_before_ms', BigInt(beforeMs));
  await engine.write([...afterOtherChanges(engine), begun], []);
  let written = 0;
  for (;;) {
    const first = await firstMove(engine, fromMs, beforeMs);
    const span = first === null ? null : monthSpanAt(first, timeZone);
    if (span !== null) written += await freezeMonth(engine, span, nowMs);
    fromMs = span?.endsAtMs ?? beforeMs;
    await engine.write([progressStatement(engine, 'statements_frozen_before_ms', BigInt(fromMs))], []);
    if (span === null) return written;
  }
}
