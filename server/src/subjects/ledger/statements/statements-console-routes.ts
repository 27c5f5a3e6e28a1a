import { ledgerRoutes } from '@tollgate/contract/ledger/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import {
  statementLinesMax,
  type MonthTotalsAnswer,
  type StatementAnswer,
  type StatementLinesAnswer,
} from '@tollgate/contract/ledger/statements';
import { readPage, type Places } from '../../../control-http/paging.ts';
import { showAmount } from '../../../control/amounts.ts';
import { listStatements, readStatement, writeStatement } from './statements.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import { showMonth } from '../../../domain/books/budget.ts';
import type { MonthStatement, MonthTotals, StatementLine } from '../../../domain/books/month-statement.ts';
import { fileHeaders } from '../../../console-api/file-headers.ts';
import type { ConsoleResource } from '../../../console-api/console-deps.ts';
import { principalOf } from '../../../console-api/request-principal.ts';

const places: Places<MonthTotals, number> = {
  write: ({ month }) => [month],
  read: ([month, ...rest]) => (Number.isSafeInteger(month) && rest.length === 0 ? (month as number) : null),
};

/** Parses `2026-11` as 202611. */
function readMonth(text: string): number {
  return Number(text.replace('-', ''));
}

function totalsView(totals: MonthTotals): MonthTotalsAnswer {
  return {
    month: showMonth(totals.month),
    state: totals.frozenAtMs === null ? 'provisional' : 'frozen',
    starts_at: showTime(totals.startsAtMs),
    ends_at: showTime(totals.endsAtMs),
    opening: showAmount(totals.opening),
    credits: showAmount(totals.credits),
    usage: showAmount(totals.usage),
    closing: showAmount(totals.closing),
    frozen_at: showTimeOrNull(totals.frozenAtMs),
  };
}

/** The total of lines that are not shown. */
function restOf(lines: readonly { readonly amount: bigint }[]): { readonly lines: number; readonly amount: string } | null {
  const rest = lines.slice(statementLinesMax);
  if (rest.length === 0) return null;
  return { lines: rest.length, amount: showAmount(rest.reduce((sum, { amount }) => sum + amount, 0n)) };
}

function linesView(lines: readonly StatementLine[]): StatementLinesAnswer {
  const shown = lines.slice(0, statementLinesMax).map(({ id, name, calls, amount }) => ({
    id,
    name,
    calls: String(calls),
    amount: showAmount(amount),
  }));
  return { lines: shown, rest: restOf(lines) };
}

function statementView(statement: MonthStatement, timeZone: string): StatementAnswer {
  const { creditLines, lines } = statement;
  return {
    ...totalsView(statement),
    time_zone: timeZone,
    credit_lines: creditLines.slice(0, statementLinesMax).map(({ id, bucket, amount, atMs }) => ({
      id,
      bucket,
      amount: showAmount(amount),
      at: showTime(atMs),
    })),
    credit_rest: restOf(creditLines),
    by_model: linesView(lines.model),
    by_key: linesView(lines.key),
    by_sub_account: linesView(lines.sub_account),
  };
}

export const statementsResource: ConsoleResource = (app, { control }) => {
  addRoute(app, ledgerRoutes.listStatements, async (request) => {
    const { params, query } = request;
    const load = await listStatements(control, principalOf(request), params.accountId);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(totalsView), next };
  });

  addRoute(app, ledgerRoutes.readStatement, async (request) => {
    const { accountId, month } = request.params;
    const statement = await readStatement(control, principalOf(request), accountId, readMonth(month));
    return statementView(statement, control.calendar.timeZone);
  });

  addRoute(app, ledgerRoutes.downloadStatement, async (request, reply) => {
    const { accountId, month } = request.params;
    const { format, encoding = 'utf-8', locale = 'zh' } = request.query;
    const asked = { accountId, month: readMonth(month), format, encoding, locale };
    const pieces = await writeStatement(control, principalOf(request), asked);
    return reply
      .headers(fileHeaders({ name: `tollgate-statement-${month}`, format, encoding }))
      .send(Readable.from(pieces, { objectMode: false }));
  });
};
