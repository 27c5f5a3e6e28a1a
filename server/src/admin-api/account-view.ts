import type { AccountAnswer, BalanceAnswer } from '@tollgate/contract/admin/accounts';
import { nanoPerCny } from '@tollgate/contract/money';
import { balanceNow } from '../control/accounts.ts';
import { showAmount } from '../control/amounts.ts';
import type { ControlContext } from '../control/control-context.ts';
import { accountSettings, showTime } from '../control/tenant-settings.ts';
import type { Balance } from '../domain/books/ledger.ts';
import type { AccountRecord } from '../domain/tenants/tenant-records.ts';

/** The reference conversion that is shown beside balances. */
const referenceTokensPerCny = 500_000n;

function balanceView(balance: Balance): BalanceAnswer {
  return {
    credits: showAmount(balance.credits),
    used: showAmount(balance.used),
    reserved: showAmount(balance.reserved),
    available: showAmount(balance.available),
    trial_left: showAmount(balance.trialLeft),
    paid_left: showAmount(balance.paidLeft),
    gifts_left: showAmount(balance.giftsLeft),
    reference_tokens: String((balance.available * referenceTokensPerCny) / nanoPerCny),
  };
}

/** An account as the interface shows it, with its money as of now. */
export async function accountView(control: ControlContext, record: AccountRecord): Promise<AccountAnswer> {
  const { account } = record;
  return {
    ...accountSettings(record),
    balance: balanceView(await balanceNow(control, account.id)),
    running: await control.coordination.running(account.id),
    created_at: showTime(account.createdAtMs),
  };
}
