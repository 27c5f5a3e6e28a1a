import { sql } from 'kysely';
import { formatExact } from '@tollgate/contract/money';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { lowBalanceByItself } from './alert-settings-store.ts';
import { availableInBooks, lastCreditInBooks } from '../ledger/books-balance-statements.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';

const accountsPerRead = 200;
/** A balance only falls with usage. An account without usage for this long was notified when its balance fell. */
const lookedBackMs = 24 * 60 * 60_000;

interface LowBalance {
  readonly accountId: string;
  readonly threshold: bigint;
  readonly available: bigint;
  /** Number of the last credit; after each credit, the balance can be reported again. */
  readonly arming: bigint;
  readonly isReported: boolean;
}

/** Active accounts whose balance in the books is below their limit. */
async function lowBalances(engine: Engine, nowMs: number, after: string): Promise<readonly LowBalance[]> {
  const since = BigInt(nowMs - lookedBackMs);
  const query = sql`select account_id, threshold, available, arming,
      case when exists (select 1 from notices n where n.kind = 'balance_low'
        and n."window" = 'notice:' || balances.account_id || ':balance:' || cast(balances.arming as text)) then 1 else 0 end as told from (
      select u.account_id, case when s.account_id is null then cast(${lowBalanceByItself} as bigint) else s.low_balance end as threshold,
        ${availableInBooks(sql`u.account_id`)} as available, ${lastCreditInBooks(sql`u.account_id`)} as arming
      from (select distinct account_id from usage_hours where hour_start >= ${since} and account_id > ${after}
        order by account_id limit ${BigInt(accountsPerRead)}) u left join alert_settings s on s.account_id = u.account_id) balances
    order by account_id`;
  const rows = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return rows.map((row) => ({
    accountId: String(row.account_id),
    threshold: row.threshold === null ? -1n : wholeNumber(row.threshold),
    available: wholeNumber(row.available),
    arming: wholeNumber(row.arming),
    isReported: wholeNumber(row.told) === 1n,
  }));
}

/**
 * Notifies accounts whose balance is low: once, and again after each credit. Returns the number of notified accounts.
 * @param nowMs of the wall clock.
 */
export async function notifyLowBalances(engine: Engine, nowMs: number): Promise<number> {
  let told = 0;
  for (let after = ''; ;) {
    const accounts = await lowBalances(engine, nowMs, after);
    for (const { accountId, threshold, available, arming, isReported } of accounts) {
      if (isReported || available >= threshold) continue;
      told += 1;
      const shown = available > 0n ? available : 0n;
      const notice = noticeStatement(engine, {
        accountId,
        kind: 'balance_low',
        source: `balance:${String(arming)}`,
        link: '/billing',
        atMs: nowMs,
        params: { available: formatExact(shown), threshold: formatExact(threshold) },
      });
      await engine.write([notice], []);
    }
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < accountsPerRead) return told;
    after = last.accountId;
  }
}
