import type { NanoCny } from '@tollgate/contract/money';
import type { Moment } from './calendar.ts';
import type { MoneyLimit } from './coordination.ts';
import { keyWindows } from './window.ts';

/** What of a key bounds its spending. */
export interface CappedKey {
  readonly id: string;
  readonly dailyCap: NanoCny | null;
  readonly monthlyCap: NanoCny | null;
  readonly capArming: number;
}

/** The caps of a key as bounds on its windows at a moment; also those that are not set, so that spending is counted. */
export function capLimits(key: CappedKey, moment: Pick<Moment, 'day' | 'month'>): readonly MoneyLimit[] {
  const [day, month] = keyWindows(key.id, moment);
  return [
    { scope: 'key_day', window: day, limit: key.dailyCap, arming: key.capArming },
    { scope: 'key_month', window: month, limit: key.monthlyCap, arming: key.capArming },
  ];
}
