import type { SubAccount } from '../../../domain/tenants/tenant.ts';
import { showCap } from '../../../control/amounts.ts';

export function subAccountSettings(subAccount: SubAccount) {
  return {
    id: subAccount.id,
    account_id: subAccount.accountId,
    name: subAccount.name,
    model_allow_list: subAccount.modelAllowList === null ? null : [...subAccount.modelAllowList],
    daily_cap: showCap(subAccount.dailyCap),
    monthly_cap: showCap(subAccount.monthlyCap),
    status: subAccount.status,
  };
}
