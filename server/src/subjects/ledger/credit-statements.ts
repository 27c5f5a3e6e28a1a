import { sql } from 'kysely';
import type { CreditDraft } from '../../domain/books/ledger.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';

/** Name of the statement that fails if the entry exists: the same id, or the one trial credit of an account. */
export const ledgerEntryStatement = 'ledger entry';

/**
 * Statements that enter one credit. They read the running totals from the last entry of the account inside the transaction. The update of
 * the account comes first and locks its row against other credits on engines with concurrent writers.
 */
export function creditStatements(engine: Pick<Engine, 'sql'>, draft: CreditDraft): readonly UnitStatement[] {
  const db = compilerFor(engine.sql);
  const touch = db
    .updateTable('accounts')
    .set((eb) => ({ credits_revision: eb('credits_revision', '+', 1n) }))
    .where('id', '=', draft.accountId);
  const trial = draft.bucket === 'trial' ? draft.amount : 0n;
  const entry = db
    .insertInto('ledger_entries')
    .columns([
      'id',
      'account_id',
      'kind',
      'bucket',
      'amount',
      'reason',
      'actor',
      'created_at',
      'credits_total',
      'usage_total',
      'trial_credits_total',
    ])
    .expression(
      db
        .selectFrom('accounts as a')
        .leftJoin('ledger_entries as last', (join) =>
          join.on(
            'last.seq',
            '=',
            db
              .selectFrom('ledger_entries as own')
              .select((eb) => eb.fn.max('own.seq').as('seq'))
              .where('own.account_id', '=', draft.accountId),
          ),
        )
        .select([
          sql<string>`cast(${draft.id} as text)`.as('id'),
          'a.id as account_id',
          sql<string>`'credit'`.as('kind'),
          sql<string>`cast(${draft.bucket} as text)`.as('bucket'),
          sql<bigint>`cast(${draft.amount} as bigint)`.as('amount'),
          sql<string>`cast(${draft.reason} as text)`.as('reason'),
          sql<string>`cast(${draft.actor} as text)`.as('actor'),
          // Never dates the entry in a month with a frozen statement, even if the clock went back.
          sql<bigint>`(select max(at) from (select cast(${draft.atMs} as bigint) as at
            union all select cast(value as bigint) from settings where name = 'statements_freezing_before_ms') moments)`.as(
            'created_at',
          ),
          sql<bigint>`coalesce(last.credits_total, 0) + cast(${draft.amount} as bigint)`.as('credits_total'),
          sql<bigint>`coalesce(last.usage_total, 0)`.as('usage_total'),
          sql<bigint>`coalesce(last.trial_credits_total, 0) + cast(${trial} as bigint)`.as('trial_credits_total'),
        ])
        .where('a.id', '=', draft.accountId),
    )
    // Conflict: the transaction fails, and the caller gets the existing entry.
    .onConflict((conflict) => conflict.doNothing());
  return [
    { query: touch.compile(), mustWrite: 'account' },
    ...planMove(db, draft),
    { query: entry.compile(), mustWrite: ledgerEntryStatement },
  ];
}

/**
 * The first paid credit ends the free trial. This statement precedes the entry, so that the entry itself does not count as an earlier one.
 */
function planMove(db: ReturnType<typeof compilerFor>, draft: CreditDraft): readonly UnitStatement[] {
  if (draft.bucket !== 'paid') return [];
  const earlier = db
    .selectFrom('ledger_entries')
    .select('seq')
    .where('account_id', '=', draft.accountId)
    .where('bucket', '=', 'paid');
  const move = db
    .updateTable('accounts')
    .set({ plan_id: 'standard' })
    .where('id', '=', draft.accountId)
    .where('plan_id', '=', 'free-trial')
    .where((eb) => eb.not(eb.exists(earlier)));
  return [{ query: move.compile() }];
}
