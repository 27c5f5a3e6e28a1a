import type { Selectable } from 'kysely';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { ClosedMoney } from '../../domain/books/consumed-paid.ts';
import type { CreditDraft, CreditTotals, LedgerEntry } from '../../domain/books/ledger.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import { UnitConflict, type Engine } from '../../storage/engine.ts';
import type { LedgerEntriesTable } from '../../storage/schema.ts';
import { changed } from '../../storage/stores/changes-store.ts';
import { closedMoneyOf } from './closed-money-statements.ts';
import { creditStatements, ledgerEntryStatement } from './credit-statements.ts';

function entryOf(row: Selectable<LedgerEntriesTable>): LedgerEntry {
  return {
    seq: row.seq,
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    bucket: row.bucket,
    amount: row.amount,
    hourStartMs: row.hour_start === null ? null : Number(row.hour_start),
    reason: row.reason,
    actor: row.actor,
    createdAtMs: Number(row.created_at),
    creditsTotal: row.credits_total,
    usageTotal: row.usage_total,
    trialCreditsTotal: row.trial_credits_total,
  };
}

/** The append-only ledger. */
export function createLedgerStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  async function find(id: string): Promise<LedgerEntry | null> {
    const [row] = await readRows(engine, 'hot', db.selectFrom('ledger_entries').selectAll().where('id', '=', id));
    return row === undefined ? null : entryOf(row);
  }

  return {
    find,

    /** The credit totals of an account. */
    async totals(accountId: string): Promise<CreditTotals> {
      return (await closedMoneyOf(engine, accountId)).totals;
    },

    /** The credit totals of an account and its usage in closed hours, as of one moment. */
    closedMoney: (accountId: string): Promise<ClosedMoney> => closedMoneyOf(engine, accountId),

    /** Newest first. */
    async list(
      accountId: string,
      page: { readonly limit: number; readonly after: bigint | null },
    ): Promise<readonly LedgerEntry[]> {
      const query = db
        .selectFrom('ledger_entries')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(page.after !== null, (q) => q.where('seq', '<', page.after ?? 0n))
        .orderBy('seq', 'desc')
        .limit(page.limit);
      return (await readRows(engine, 'reports', query)).map(entryOf);
    },

    /** Enters a credit; `null` if the account already has an entry with this id, or its only trial credit. */
    async credit(
      draft: CreditDraft,
      audit: AuditEntry,
    ): Promise<{ readonly entry: LedgerEntry; readonly planMoved: boolean } | null> {
      try {
        const written = await engine.write(
          [...creditStatements(engine, draft), ...changed(engine, 'account', draft.accountId)],
          [audit],
        );
        const entry = await find(draft.id);
        if (entry === null) throw new Error('a committed ledger entry cannot be read');
        return { entry, planMoved: draft.bucket === 'paid' && (written[1] ?? 0) > 0 };
      } catch (error) {
        if (error instanceof UnitConflict && error.statement === ledgerEntryStatement) return null;
        throw error;
      }
    },
  };
}
