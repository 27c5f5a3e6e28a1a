import { sql } from 'kysely';
import { formatExact } from '@tollgate/contract/money';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import { reachedBudgetLevels, showMonth, type BudgetLevel } from '../../domain/books/budget.ts';
import type { StatementSpan } from '../../domain/books/month-statement.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { readerOf, statementFigures } from '../../storage/statement-figures.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';

const accountsPerRead = 200;
const kinds = { 80: 'budget_80', 90: 'budget_90', 100: 'budget_100' } as const satisfies Record<BudgetLevel, string>;

interface Watched {
  readonly accountId: string;
  readonly budget: bigint;
  readonly arming: bigint;
  readonly spent: bigint;
  /** Level already reported for this month and arming; 0 if none. */
  readonly reportedLevel: number;
}

/** Monthly spending of accounts with a budget, from the books. */
async function watched(engine: Engine, { month, startsAtMs, endsAtMs }: StatementSpan, after: string) {
  const [start, end] = [BigInt(startsAtMs), BigInt(endsAtMs)];
  const query = sql`select b.account_id, b.monthly_budget, b.budget_arming,
      case when b.told_month = ${BigInt(month)} and b.told_arming = b.budget_arming then b.told_level else 0 end as told,
      coalesce((select cast(sum(-l.amount) as bigint) from ledger_entries l where l.account_id = b.account_id
        and l.kind = 'usage' and l.hour_start >= ${start} and l.hour_start < ${end}), 0)
      + coalesce((select cast(sum(u.charge) as bigint) from usage_hours u where u.account_id = b.account_id
        and u.hour_start >= ${start} and u.hour_start < ${end} and u.hour_start >
          coalesce((select max(e.hour_start) from ledger_entries e where e.account_id = b.account_id and e.kind = 'usage'), -1)), 0)
      as spent
    from billing_settings b where b.monthly_budget is not null and b.account_id > ${after}
    order by b.account_id limit ${accountsPerRead}`;
  const rows = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return rows.map((row): Watched => ({
    accountId: String(row.account_id),
    budget: wholeNumber(row.monthly_budget),
    arming: wholeNumber(row.budget_arming),
    spent: wholeNumber(row.spent),
    reportedLevel: Number(wholeNumber(row.told)),
  }));
}

function notifyLevels(
  engine: Engine,
  { accountId, budget, arming, spent }: Watched,
  { month, atMs }: { readonly month: number; readonly atMs: number },
  levels: readonly BudgetLevel[],
): Promise<boolean> {
  const last = BigInt(levels.at(-1) ?? 0);
  const told = sql`update billing_settings
    set told_month = ${BigInt(month)}, told_arming = ${arming}, told_level = ${last}
    where account_id = ${accountId} and budget_arming = ${arming} and monthly_budget = ${budget}
      and not (told_month = ${BigInt(month)} and told_arming = ${arming} and told_level >= ${last})`;
  const notices = levels.map((level): AccountNotice => ({
    accountId,
    kind: kinds[level],
    source: `budget:${String(month)}:${String(arming)}`,
    params: { month: showMonth(month), spent: formatExact(spent), budget: formatExact(budget) },
    link: '/billing',
    atMs,
  }));
  const unit = [
    { query: told.compile(compilerFor(engine.sql)), mustWrite: 'told' },
    ...notices.map((notice) => noticeStatement(engine, notice)),
  ];
  return wasCommitted(engine.write(unit, []));
}

/**
 * Notifies accounts whose monthly spending has reached 80, 90 or 100 % of their budget: once per month and level, and again after the
 * budget is raised. Returns the number of queued messages.
 */
export async function notifyBudgets(engine: Engine, span: StatementSpan, atMs: number): Promise<number> {
  let told = 0;
  for (let after = ''; ;) {
    const accounts = await watched(engine, span, after);
    for (const account of accounts) {
      const levels = reachedBudgetLevels(account.spent, account.budget).filter((level) => level > account.reportedLevel);
      if (levels.length > 0 && (await notifyLevels(engine, account, { month: span.month, atMs }, levels))) told += levels.length;
    }
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < accountsPerRead) return told;
    after = last.accountId;
  }
}

/** Subscribers of statements that are not notified yet. */
async function untold(engine: Engine, { month, endsAtMs }: StatementSpan, after: string): Promise<readonly string[]> {
  const query = sql`select b.account_id from billing_settings b join accounts a on a.id = b.account_id
    where b.statement_mail = 1 and b.statement_told < ${BigInt(month)} and a.created_at < ${BigInt(endsAtMs)}
      and b.account_id > ${after} order by b.account_id limit ${accountsPerRead}`;
  return (await engine.read('reports', query.compile(compilerFor(engine.sql)))).map((row) => String(row.account_id));
}

/** Notifies subscribers once, by message and mail, that the statement of a month is ready. Returns their number. */
export async function notifyStatements(engine: Engine, span: StatementSpan, atMs: number): Promise<number> {
  const { month } = span;
  let told = 0;
  for (let after = ''; ;) {
    const accounts = await untold(engine, span, after);
    for (const accountId of accounts) {
      const { opening, credits, usage, closing } = await statementFigures(readerOf(engine), accountId, span);
      const mark = sql`update billing_settings set statement_told = ${BigInt(month)}
        where account_id = ${accountId} and statement_mail = 1 and statement_told < ${BigInt(month)}`;
      const notice: AccountNotice = {
        accountId,
        kind: 'statement_ready',
        source: `statement:${String(month)}`,
        params: {
          month: showMonth(month),
          opening: formatExact(opening),
          credits: formatExact(credits),
          usage: formatExact(usage),
          closing: formatExact(closing),
        },
        link: `/billing/statements/${showMonth(month)}`,
        atMs,
      };
      const unit = [{ query: mark.compile(compilerFor(engine.sql)), mustWrite: 'told' }, noticeStatement(engine, notice)];
      if (await wasCommitted(engine.write(unit, []))) told += 1;
    }
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < accountsPerRead) return told;
    after = last;
  }
}
