import type { OwnSubAccountAnswer } from '@tollgate/contract/tenants/console-sub-accounts';
import { showAmount } from '../../../control/amounts.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { subAccountFigures } from './sub-account-figures.ts';
import { showTime } from '../../../control/show-time.ts';
import { subAccountSettings } from './sub-account-settings.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';

/** Sub-accounts of an account as shown to its members. */
export async function ownSubAccountViews(
  control: ControlContext,
  principal: Principal,
  accountId: string,
  records: readonly SubAccountRecord[],
): Promise<OwnSubAccountAnswer[]> {
  const figures = await subAccountFigures(control, principal, accountId, records);
  return records.map(({ subAccount, createdAtMs }) => {
    const { keys = 0, members = 0, spentToday = 0n, spentThisMonth = 0n } = figures.get(subAccount.id) ?? {};
    return {
      ...subAccountSettings(subAccount),
      created_at: showTime(createdAtMs),
      keys,
      members,
      spent_today: showAmount(spentToday),
      spent_this_month: showAmount(spentThisMonth),
    };
  });
}

/** One sub-account as shown to members. */
export async function ownSubAccountView(
  control: ControlContext,
  principal: Principal,
  record: SubAccountRecord,
): Promise<OwnSubAccountAnswer> {
  const [view] = await ownSubAccountViews(control, principal, record.subAccount.accountId, [record]);
  if (view === undefined) throw new Error('a sub-account was not shown');
  return view;
}
