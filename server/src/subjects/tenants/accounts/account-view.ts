import type { AccountAnswer, BalanceAnswer, BrokenConnectionsAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { nanoPerCny, referenceTokensPerCny } from '@tollgate/contract/money';
import { balanceNow, runningNow } from '../../ledger/balance-now.ts';
import { showAmount, showCap } from '../../../control/amounts.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { accountSettings } from './account-settings.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { Balance } from '../../../domain/books/ledger.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { BrokenConnections } from '../../../domain/limits/broken-connections.ts';

/** The balance of an account as the APIs show it. */
export function balanceView(balance: Balance): BalanceAnswer {
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

/** An account as the API shows it, with its current balance. */
export async function accountView(control: ControlContext, principal: Principal, record: AccountRecord): Promise<AccountAnswer> {
  const { account } = record;
  return {
    ...accountSettings(record),
    balance: balanceView(await balanceNow(control, principal, account.id)),
    running: await runningNow(control, principal, account.id),
    created_at: showTime(account.createdAtMs),
  };
}

/** The cost of broken connections by clients of an account, and the consequences. */
export async function brokenConnectionsView(
  { brokenConnections, control }: { readonly brokenConnections: BrokenConnections; readonly control: ControlContext },
  { account, ownLimits }: AccountRecord,
): Promise<BrokenConnectionsAnswer> {
  const figures = await brokenConnections.figures(
    { accountId: account.id, rules: account.brokenConnections },
    control.clock.nowMs(),
  );
  return {
    taken_24h: showAmount(figures.takenDay),
    taken_30d: showAmount(figures.takenMonth),
    left_early_24h: showAmount(figures.leftEarlyDay),
    left_early_30d: showAmount(figures.leftEarlyMonth),
    room: showAmount(figures.room),
    refused_until: showTimeOrNull(figures.refusedUntilMs),
    slowed_keys: [...figures.slowedKeys],
    exempt: showCap(ownLimits.brokenConnectionsExempt ?? null),
  };
}
