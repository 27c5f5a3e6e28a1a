import { sql, type RawBuilder } from 'kysely';
import type { ClosedMoney } from '../../domain/books/consumed-paid.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';

/**
 * The totals of an account in one row: `credits`, `trial`, `paid` and `used` (closed hours only). No row for an account without entries.
 * Reads only the last entry and the paid ones, however long the ledger is. Trial money credited after the first paid money counts as a
 * gift. As trial money, it would pay for usage that paid money has already paid for.
 */
function closedTotals(accountId: string) {
  // Bucket names are literals as in the index ledger_paid: bound parameters would not match it.
  return sql`select last.credits_total as credits, last.usage_total as used,
      coalesce((select first.trial_credits_total from ledger_entries first where first.seq =
        (select min(seq) from ledger_entries where account_id = ${accountId} and bucket in ('paid', 'payout'))),
        last.trial_credits_total) as trial,
      coalesce((select cast(sum(amount) as bigint) from ledger_entries
        where account_id = ${accountId} and bucket in ('paid', 'payout')), 0) as paid
    from ledger_entries last where last.account_id = ${accountId} order by last.seq desc limit 1`;
}

export async function closedMoneyOf(engine: Engine, accountId: string): Promise<ClosedMoney> {
  const [row] = await engine.read('hot', closedTotals(accountId).compile(compilerFor(engine.sql)));
  const [credits = 0n, trialCredits = 0n, paidCredits = 0n, closedUse = 0n] =
    row === undefined ? [] : [row.credits, row.trial, row.paid, row.used].map(wholeNumber);
  return { totals: { credits, trialCredits, paidCredits }, closedUse };
}

/** Totals with `base`, which has no lower bound here. */
function bases(accountId: string) {
  return sql`select credits, used, trial, paid + case when credits - trial - paid < 0 then credits - trial - paid else 0 end as base
      from (${closedTotals(accountId)}) totals`;
}

/**
 * The maximum payout over closed hours, like `payableOut`, as an SQL integer. As a condition of the statement that deducts it, it excludes
 * money that was invoiced in the meantime.
 */
export function payableOutClosed(accountId: string): RawBuilder<bigint> {
  return sql<bigint>`coalesce((
    select case when credits - used < unused then credits - used else unused end
    from (
      select credits, used, case when base <= 0 then 0 when used <= trial then base
        when used - trial < base then base - (used - trial) else 0 end as unused
      from (${bases(accountId)}) based
    ) figures), 0)`;
}

/**
 * The consumed amount of `paidMoneyOf` over closed hours, as an SQL integer. As a condition of the statement that deducts a part, it
 * excludes concurrent changes.
 */
export function consumedPaidClosed(accountId: string): RawBuilder<bigint> {
  return sql<bigint>`coalesce((
    select case when used <= trial or base <= 0 then 0 when used - trial < base then used - trial else base end
    from (${bases(accountId)}) based), 0)`;
}
