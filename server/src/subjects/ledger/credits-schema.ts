/** The last credit of an account is queried every minute; without this index, the query would scan all its usage hours. */
export function creditsSchema(): string {
  return "create index ledger_credits on ledger_entries (account_id, seq) where kind = 'credit';";
}
