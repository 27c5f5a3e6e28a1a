import type { StatementExport } from '../../calls/exports/export-ports.ts';
import type { MonthStatement, MonthTotals } from '../../../domain/books/month-statement.ts';
import { monthSpan, monthSpanAt, type MonthSpan } from '../../../domain/limits/month-span.ts';
import { found, type ControlContext } from '../../../control/control-context.ts';
import type { Pages } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount, findWholeAccount } from '../../../control/within-scope.ts';

/** Greater than any month. */
const latestMonth = 999_912;

/** The month before another one. */
function before({ startsAtMs }: MonthSpan, timeZone: string): MonthSpan {
  return monthSpanAt(startsAtMs - 1, timeZone);
}

/** Months that are not frozen yet, current one first: usually one, or two during the first hours of a month. */
async function openMonths(context: ControlContext, createdAtMs: number): Promise<readonly MonthSpan[]> {
  const { calendar, stores } = context;
  const fromMs = Math.max(await stores.statements.frozenBeforeMs(), createdAtMs);
  const spans: MonthSpan[] = [monthSpan(calendar.now().month, calendar.timeZone)];
  for (let last = spans[0]; last !== undefined && last.startsAtMs > fromMs;) {
    last = before(last, calendar.timeZone);
    spans.push(last);
  }
  // The frozen months end where the first open one starts.
  return spans.filter(({ endsAtMs }, at) => at === 0 || endsAtMs > fromMs);
}

/** Statements of an account, newest first: the current month, and all months with activity. @throws {ApiError} 404 */
export async function listStatements(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<Pages<MonthTotals, number>> {
  const { account } = await findWholeAccount(context, principal, accountId);
  return async ({ limit, after }) => {
    const { statements } = context.stores;
    const beforeMonth = after ?? latestMonth;
    // In this order: a month that is frozen in between is then found among the frozen ones.
    const months = (await openMonths(context, account.createdAtMs)).filter(({ month }) => month < beforeMonth);
    const rows = [...(await statements.listFrozen(accountId, { limit, beforeMonth }))];
    const frozen = new Set(rows.map(({ month }) => month));
    for (const span of months.filter(({ month }) => !frozen.has(month)).slice(0, limit))
      rows.push(await statements.totalsNow(accountId, span));
    return rows.toSorted((left, right) => right.month - left.month).slice(0, limit);
  };
}

/** The statement of a month (YYYYMM): frozen, or provisional. @throws {ApiError} 404 */
export async function readStatement(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  month: number,
): Promise<MonthStatement> {
  const { account } = await findWholeAccount(context, principal, accountId);
  const { calendar, stores } = context;
  const current = calendar.now().month;
  const isCalendarMonth = month % 100 >= 1 && month % 100 <= 12;
  const span = isCalendarMonth && month <= current ? monthSpan(month, calendar.timeZone) : null;
  const isKnown = span !== null && span.endsAtMs > account.createdAtMs;
  const statement = await stores.statements.find(accountId, found(isKnown ? span : null, 'statement'));
  if (statement.frozenAtMs !== null || (await stores.statements.frozenBeforeMs()) < statement.endsAtMs) return statement;
  // The month had no activity and therefore has no row; it is final since its end.
  return { ...statement, frozenAtMs: statement.endsAtMs };
}

/** The statement of a month as a file. @throws {ApiError} 404; 429 if the maximum number of files is being written. */
export async function writeStatement(
  context: ControlContext,
  principal: Principal,
  { accountId, month, ...form }: Pick<StatementExport, 'format' | 'encoding' | 'locale'> & { accountId: string; month: number },
): Promise<AsyncIterable<Buffer>> {
  const statement = await readStatement(context, principal, accountId, month);
  const { account } = await findAccount(context, principal, accountId);
  const { timeZone } = context.calendar;
  const { service_name: service, company_name: company } = await context.site.read();
  const issuer = company === '' ? service : `${service} · ${company}`;
  return context.exports.files.writeStatement(accountId, { ...form, timeZone, issuer, accountName: account.name, statement });
}
