/** The last credit of an account is asked for each minute; without this among all hours that it has paid. */
export function creditsSchema(): string {
  return "create index ledger_credits on ledger_entries (account_id, seq) where kind = 'credit';";
}
