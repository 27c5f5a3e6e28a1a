import type { NanoCny } from '@tollgate/contract/money';
import type { Moment } from './calendar.ts';
import type { MoneyLimit } from './coordination.ts';
import { capWindows } from './window.ts';

/** The spending limits of a key or a sub-account. */
export interface Capped {
  readonly id: string;
  readonly dailyCap: NanoCny | null;
  readonly monthlyCap: NanoCny | null;
  readonly capArming: number;
}

type Days = Pick<Moment, 'day' | 'month'>;

/** The caps of a key as limits on its windows at a given time. Caps that are not set are included, so that spending is counted. */
export function capLimits(key: Capped, moment: Days): readonly MoneyLimit[] {
  const [day, month] = capWindows(key.id, moment);
  return [
    { scope: 'key_day', window: day, limit: key.dailyCap, arming: key.capArming },
    { scope: 'key_month', window: month, limit: key.monthlyCap, arming: key.capArming },
  ];
}

/** The same for a sub-account, applied to each of its keys. */
export function subAccountCapLimits(subAccount: Capped, moment: Days): readonly MoneyLimit[] {
  const [day, month] = capWindows(subAccount.id, moment);
  return [
    { scope: 'sub_account_day', window: day, limit: subAccount.dailyCap, arming: subAccount.capArming },
    { scope: 'sub_account_month', window: month, limit: subAccount.monthlyCap, arming: subAccount.capArming },
  ];
}
