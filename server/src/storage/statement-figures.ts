import { sql, type RawBuilder } from 'kysely';
import {
  statementParts,
  type MonthStatement,
  type StatementCredit,
  type StatementFigures,
  type StatementLine,
  type StatementPart,
  type StatementSpan,
} from '../domain/books/month-statement.ts';
import { compilerFor } from './compiler.ts';
import type { Engine, Snapshot } from './engine.ts';
import { wholeNumber } from './whole-number.ts';

/** The inputs of a statement. Figures and lines match only if both are read as of one moment. */
export interface BooksReader {
  readonly engine: Pick<Engine, 'sql'>;
  readonly snapshot: Snapshot;
}

/** Creates a reader for queries that consist of one statement. */
export function readerOf(engine: Pick<Engine, 'sql' | 'read'>): BooksReader {
  return { engine, snapshot: { read: (query) => engine.read('reports', query) } };
}

export type StatementLines = MonthStatement['lines'];

/** The period that one statement sums up: short, so that other requests to the reader are served soon. */
const windowMs = 86_400_000;

async function read({ engine, snapshot }: BooksReader, query: RawBuilder<unknown>) {
  return await snapshot.read(query.compile(compilerFor(engine.sql)));
}

/** Sums of the ledger and of the hours not yet closed into it. One statement reads both, so every hour is counted exactly once. */
export async function statementFigures(
  reader: BooksReader,
  accountId: string,
  { startsAtMs, endsAtMs }: Omit<StatementSpan, 'month'>,
): Promise<StatementFigures> {
  const [start, end] = [BigInt(startsAtMs), BigInt(endsAtMs)];
  const closed = sql`select coalesce(max(hour_start), -1) as last,
      coalesce(sum(case when kind = 'credit' and created_at < ${start} then amount
        when kind = 'usage' and hour_start < ${start} then amount else 0 end), 0) as opening,
      coalesce(sum(case when kind = 'credit' and created_at >= ${start} and created_at < ${end} then amount else 0 end), 0) as credits,
      coalesce(sum(case when kind = 'usage' and hour_start >= ${start} and hour_start < ${end} then -amount else 0 end), 0) as used
    from ledger_entries where account_id = ${accountId}`;
  const open = sql`select coalesce(sum(case when hour_start < ${start} then charge else 0 end), 0) as earlier,
      coalesce(sum(case when hour_start >= ${start} then charge else 0 end), 0) as used
    from usage_hours where account_id = ${accountId} and hour_start < ${end} and hour_start > (select last from closed)`;
  const [row] = await read(
    reader,
    sql`with closed as (${closed}), open as (${open})
      select cast(closed.opening - open.earlier as bigint) as opening, cast(closed.credits as bigint) as credits,
        cast(closed.used + open.used as bigint) as used from closed, open`,
  );
  const [opening, credits, usage] = [wholeNumber(row?.opening), wholeNumber(row?.credits), wholeNumber(row?.used)];
  return { opening, credits, usage, closing: opening + credits - usage };
}

/** Oldest first. */
export async function statementCredits(
  reader: BooksReader,
  accountId: string,
  { startsAtMs, endsAtMs }: Omit<StatementSpan, 'month'>,
): Promise<readonly StatementCredit[]> {
  const query = sql`select id, bucket, amount, created_at from ledger_entries where account_id = ${accountId}
    and kind = 'credit' and created_at >= ${BigInt(startsAtMs)} and created_at < ${BigInt(endsAtMs)} order by seq`;
  return (await read(reader, query)).map((row) => ({
    id: String(row.id),
    bucket: row.bucket as StatementCredit['bucket'],
    amount: wholeNumber(row.amount),
    atMs: Number(wholeNumber(row.created_at)),
  }));
}

interface Sum {
  calls: bigint;
  amount: bigint;
}

function largestFirst(left: StatementLine, right: StatementLine): number {
  if (left.amount !== right.amount) return left.amount > right.amount ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

/** Current names of keys and sub-accounts, including deleted ones. */
async function namesOf(reader: BooksReader, accountId: string): Promise<Readonly<Record<StatementPart, Map<string, string>>>> {
  const keys = await read(reader, sql`select id, remark, prefix, last4 from keys where account_id = ${accountId}`);
  const subAccounts = await read(reader, sql`select id, name from sub_accounts where account_id = ${accountId}`);
  const nameOfKey = (remark: string, shown: string): string => (remark === '' ? shown : remark);
  return {
    model: new Map(),
    key: new Map(
      keys.map(({ id, remark, prefix, last4 }) => [String(id), nameOfKey(String(remark), `${String(prefix)}…${String(last4)}`)]),
    ),
    sub_account: new Map(subAccounts.map(({ id, name }) => [String(id), String(name)])),
  };
}

/** The month's charged usage by model, by key and by sub-account; each breakdown adds up to the total. */
export async function statementLines(
  reader: BooksReader,
  accountId: string,
  { startsAtMs, endsAtMs }: Omit<StatementSpan, 'month'>,
): Promise<StatementLines> {
  const sums: Record<StatementPart, Map<string, Sum>> = { model: new Map(), key: new Map(), sub_account: new Map() };
  for (let from = startsAtMs; from < endsAtMs; from += windowMs) {
    const before = Math.min(from + windowMs, endsAtMs);
    const query = sql`select model, key_id, sub_account_id, cast(sum(charged_calls) as bigint) as calls,
        cast(sum(charge) as bigint) as amount
      from usage_hours where account_id = ${accountId} and hour_start >= ${BigInt(from)} and hour_start < ${BigInt(before)}
      group by model, key_id, sub_account_id having sum(charge) > 0`;
    for (const row of await read(reader, query)) {
      const items: Record<StatementPart, string> = {
        model: String(row.model),
        key: String(row.key_id),
        sub_account: String(row.sub_account_id),
      };
      for (const part of statementParts) {
        const sum = sums[part].get(items[part]) ?? { calls: 0n, amount: 0n };
        sum.calls += wholeNumber(row.calls);
        sum.amount += wholeNumber(row.amount);
        sums[part].set(items[part], sum);
      }
    }
  }
  const names = await namesOf(reader, accountId);
  const linesOf = (part: StatementPart): readonly StatementLine[] =>
    [...sums[part]].map(([id, sum]) => ({ id, name: names[part].get(id) ?? id, ...sum })).sort(largestFirst);
  return { model: linesOf('model'), key: linesOf('key'), sub_account: linesOf('sub_account') };
}

/** The lines as they were frozen. */
export async function frozenLines(reader: BooksReader, accountId: string, month: number): Promise<StatementLines> {
  const query = sql`select part, item, name, calls, amount from statement_lines
    where account_id = ${accountId} and month = ${BigInt(month)}`;
  const rows = await read(reader, query);
  const linesOf = (part: StatementPart): readonly StatementLine[] =>
    rows
      .filter((row) => row.part === part)
      .map((row) => ({
        id: String(row.item),
        name: String(row.name),
        calls: wholeNumber(row.calls),
        amount: wholeNumber(row.amount),
      }))
      .sort(largestFirst);
  return { model: linesOf('model'), key: linesOf('key'), sub_account: linesOf('sub_account') };
}
