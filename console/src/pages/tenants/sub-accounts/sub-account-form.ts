import type { OwnSubAccount } from '../../../api/sub-accounts.ts';
import { exactText } from '../../../components/money/money-text.ts';
import { readCap } from '../../../components/tenants/cap-text.ts';

/** The settings of a sub-account as typed. */
export interface SubAccountForm {
  readonly name: string;
  readonly dailyCap: string;
  readonly monthlyCap: string;
  readonly models: readonly string[];
}

export const emptyForm: SubAccountForm = { name: '', dailyCap: '', monthlyCap: '', models: [] };

const typed = (cap: string | null): string => (cap === null ? '' : exactText(cap));

export function formOf({
  name,
  daily_cap: daily,
  monthly_cap: monthly,
  model_allow_list: models,
}: OwnSubAccount): SubAccountForm {
  return { name, dailyCap: typed(daily), monthlyCap: typed(monthly), models: models ?? [] };
}

export function canBeSent({ name, dailyCap, monthlyCap }: SubAccountForm): boolean {
  return name.trim() !== '' && readCap(dailyCap) !== undefined && readCap(monthlyCap) !== undefined;
}

export function requestOf({ name, dailyCap, monthlyCap, models }: SubAccountForm) {
  return {
    name: name.trim(),
    daily_cap: readCap(dailyCap) ?? null,
    monthly_cap: readCap(monthlyCap) ?? null,
    model_allow_list: models.length === 0 ? null : [...models],
  };
}
