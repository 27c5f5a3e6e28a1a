import type { Selectable } from 'kysely';
import type { StatementsStore } from './statement-ports.ts';
import type { MonthStatement, MonthTotals } from '../../../domain/books/month-statement.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { frozenLines, readerOf, statementCredits, statementFigures, statementLines } from '../../../storage/statement-figures.ts';
import type { StatementsTable } from './statements-schema.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';

function totalsOf(row: Selectable<StatementsTable>): MonthTotals {
  return {
    month: Number(row.month),
    startsAtMs: Number(row.starts_at),
    endsAtMs: Number(row.ends_at),
    opening: row.opening,
    credits: row.credits,
    usage: row.used,
    closing: row.closing,
    frozenAtMs: Number(row.frozen_at),
  };
}

/** Reads statements: frozen months from their rows, other months from the ledger and the usage. */
export function createStatementsStore(engine: Engine): StatementsStore {
  const db = compilerFor(engine.sql);

  return {
    async frozenBeforeMs() {
      const query = db.selectFrom('settings').select('value').where('name', '=', 'statements_frozen_before_ms');
      const [row] = await readRows(engine, 'reports', query);
      return row === undefined ? 0 : Number(wholeNumber(row.value));
    },

    async listFrozen(accountId, { limit, beforeMonth }) {
      const query = db
        .selectFrom('statements')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('month', '<', BigInt(beforeMonth))
        .orderBy('month', 'desc')
        .limit(limit);
      return (await readRows(engine, 'reports', query)).map(totalsOf);
    },

    async totalsNow(accountId, span) {
      return { ...span, ...(await statementFigures(readerOf(engine), accountId, span)), frozenAtMs: null };
    },

    find: (accountId, span) =>
      engine.snapshot(async (snapshot): Promise<MonthStatement> => {
        const reader = { engine, snapshot };
        const query = db
          .selectFrom('statements')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('month', '=', BigInt(span.month));
        // The engine returns exactly the columns that the query names.
        const [row] = (await snapshot.read(query.compile())) as unknown as readonly Selectable<StatementsTable>[];
        if (row === undefined) {
          const figures = await statementFigures(reader, accountId, span);
          const creditLines = await statementCredits(reader, accountId, span);
          const lines = await statementLines(reader, accountId, span);
          return { ...span, ...figures, frozenAtMs: null, creditLines, lines };
        }
        const totals = totalsOf(row);
        const creditLines = await statementCredits(reader, accountId, totals);
        return { ...totals, creditLines, lines: await frozenLines(reader, accountId, span.month) };
      }),
  };
}
