import { sql } from 'kysely';
import { statementParts, type StatementFigures } from '../../domain/books/month-statement.ts';
import { compilerFor } from '../../storage/compiler.ts';
import { frozenLines, statementFigures, statementLines, type StatementLines } from '../../storage/statement-figures.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { readProgress } from '../job-progress.ts';
import type { AuditScope } from './audit-scope.ts';

const statementsPerRead = 100;
const accountsPerRead = 100;

interface Stated extends StatementFigures {
  readonly accountId: string;
  readonly month: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

function amount(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The sum of absolute differences between lines. */
function linesDiffer(stated: StatementLines, proven: StatementLines): bigint {
  let difference = 0n;
  for (const part of statementParts) {
    const left = new Map(proven[part].map((line) => [line.id, line]));
    for (const line of stated[part]) {
      const other = left.get(line.id);
      difference += amount(line.amount - (other?.amount ?? 0n)) + amount(line.calls - (other?.calls ?? 0n));
      left.delete(line.id);
    }
    for (const line of left.values()) difference += line.amount + line.calls;
  }
  return difference;
}

function linesMissing(lines: StatementLines, usage: bigint): bigint {
  return statementParts.reduce((sum, part) => sum + amount(lines[part].reduce((left, line) => left - line.amount, usage)), 0n);
}

async function checkOne(scope: AuditScope, stated: Stated): Promise<void> {
  const { accountId, month } = stated;
  const place = `account ${accountId}, statement of ${String(month)}`;
  const proven = await statementFigures(scope, accountId, stated);
  for (const name of ['opening', 'credits', 'usage', 'closing'] as const) {
    const difference = stated[name] - proven[name];
    if (difference === 0n) continue;
    scope.sheet.find('statement', `${place}: ${name} is ${String(difference)} nano-CNY more than the ledger says`, difference);
  }
  const lines = await frozenLines(scope, accountId, month);
  // Only a full audit adds up the usage of every month.
  const difference =
    scope.sinceMs === null
      ? linesDiffer(lines, await statementLines(scope, accountId, stated))
      : linesMissing(lines, stated.usage);
  if (difference !== 0n)
    scope.sheet.find('statement', `${place}: its lines differ from the usage by ${String(difference)} nano-CNY`, difference);
}

async function checkStated(scope: AuditScope): Promise<void> {
  const db = compilerFor(scope.engine.sql);
  for (let after: readonly [string, bigint] = ['', 0n]; ;) {
    const query = sql`select account_id, month, starts_at, ends_at, opening, credits, used, closing from statements
      where frozen_at >= ${BigInt(scope.sinceMs ?? 0)} and (account_id > ${after[0]} or (account_id = ${after[0]} and month > ${after[1]}))
      order by account_id, month limit ${statementsPerRead}`;
    const rows = await scope.snapshot.read(query.compile(db));
    for (const row of rows) {
      after = [String(row.account_id), wholeNumber(row.month)];
      scope.sheet.checked.statements += 1;
      await checkOne(scope, {
        accountId: after[0],
        month: Number(after[1]),
        startsAtMs: Number(wholeNumber(row.starts_at)),
        endsAtMs: Number(wholeNumber(row.ends_at)),
        opening: wholeNumber(row.opening),
        credits: wholeNumber(row.credits),
        usage: wholeNumber(row.used),
        closing: wholeNumber(row.closing),
      });
    }
    if (rows.length < statementsPerRead) return;
  }
}

/** Finds ledger entries of frozen months that no statement includes. */
async function checkUnstated(scope: AuditScope): Promise<void> {
  if (scope.sinceMs !== null) return;
  const db = compilerFor(scope.engine.sql);
  const frozenBefore = (await readProgress(scope.engine, 'statements_frozen_before_ms', scope.snapshot)) ?? 0n;
  // Reads a few accounts at a time, so that the length of a read is bounded.
  for (let after = ''; ;) {
    const page = sql`select id from accounts where id > ${after} order by id limit ${accountsPerRead}`;
    const accounts = (await scope.snapshot.read(page.compile(db))).map(({ id }) => String(id));
    const last = accounts.at(-1);
    if (last === undefined) return;
    const query = sql`select account_id, count(*) as entries, cast(sum(abs(amount)) as bigint) as amount from ledger_entries l
      where account_id > ${after} and account_id <= ${last} and coalesce(hour_start, created_at) < ${frozenBefore}
        and not exists (select 1 from statements s where s.account_id = l.account_id
          and s.starts_at <= coalesce(l.hour_start, l.created_at) and coalesce(l.hour_start, l.created_at) < s.ends_at)
      group by account_id order by account_id`;
    for (const row of await scope.snapshot.read(query.compile(db))) {
      const text = `account ${String(row.account_id)}: ${String(row.entries)} entries of frozen months are in no statement`;
      scope.sheet.find('statement', text, wholeNumber(row.amount));
    }
    after = last;
  }
}

/** Checks frozen statements against the ledger and the usage. */
export async function checkStatements(scope: AuditScope): Promise<void> {
  await checkStated(scope);
  await checkUnstated(scope);
}
