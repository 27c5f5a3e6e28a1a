import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nanoPerCny } from '@tollgate/contract/money';
import type { BrowserWorld } from './browser-world.ts';

/**
 * Credits an account and records usage of a closed hour, which invoices need, because the clock of a real process cannot be changed.
 * @param paid, used in whole CNY.
 */
export async function usePaidMoney(
  { server }: BrowserWorld,
  accountId: string,
  { paid, used }: { readonly paid: number; readonly used: number },
): Promise<void> {
  await server.admin('POST', `/accounts/${accountId}/credits`, { amount: String(paid), bucket: 'paid', reason: 'test' });
  const database = new DatabaseSync(join(server.folder, 'tollgate.db'));
  try {
    database.exec('pragma busy_timeout = 10000');
    const charge = BigInt(used) * nanoPerCny;
    const insert =
      database.prepare(`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor,
        created_at, credits_total, usage_total, trial_credits_total)
      select 'use_' || seq, account_id, 'usage', 'usage', -?, 0, 20200101, 'use', 'system', created_at, credits_total,
        usage_total + ?, trial_credits_total
      from ledger_entries where account_id = ? order by seq desc limit 1`);
    insert.run(charge, charge, accountId);
  } finally {
    database.close();
  }
}
