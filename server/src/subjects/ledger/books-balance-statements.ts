import { sql, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** The balance of an account in the books: credits minus usage in closed and open hours. */
export function availableInBooks(accountId: Sql): Sql {
  const total = (column: string): Sql =>
    sql`coalesce((select ${sql.ref(column)} from ledger_entries where account_id = ${accountId} order by seq desc limit 1), 0)`;
  return sql`(${total('credits_total')} - ${total('usage_total')}
    - coalesce((select cast(sum(h.charge) as bigint) from usage_hours h where h.account_id = ${accountId} and h.hour_start >
      coalesce((select max(hour_start) from ledger_entries where account_id = ${accountId} and kind = 'usage'), -1)), 0))`;
}

/** Number of the last credit; each credit raises the balance. */
export function lastCreditInBooks(accountId: Sql): Sql {
  return sql`coalesce((select max(seq) from ledger_entries where account_id = ${accountId} and kind = 'credit' and amount > 0), 0)`;
}
