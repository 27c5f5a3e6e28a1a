import type { BindingLimit } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { Moment } from '../domain/limits/calendar.ts';
import type { Key } from '../domain/tenants/tenant.ts';
import type { KeyState } from './key-state.ts';

/** The bound on a key's spending that is reached first. */
export interface Binding {
  readonly limit: BindingLimit;
  readonly left: NanoCny;
  /** `null`: it does not by itself. */
  readonly resetsAtMs: number | null;
}

export interface Bounds {
  readonly key: Key;
  readonly state: KeyState;
  /** What the account may still spend; `null`: whoever asks may not know. */
  readonly available: NanoCny | null;
}

/** Of those that are bounded the one with least left, the longer lasting of equals; `null`: none is. */
export function bindingLimit({ key, state, available }: Bounds, { dayEndsMs, monthEndsMs }: Moment): Binding | null {
  const bounds: readonly (Binding | null)[] = [
    available === null ? null : { limit: 'balance', left: available, resetsAtMs: null },
    key.monthlyCap === null ? null : { limit: 'key_month', left: key.monthlyCap - state.spentThisMonth, resetsAtMs: monthEndsMs },
    key.dailyCap === null ? null : { limit: 'key_day', left: key.dailyCap - state.spentToday, resetsAtMs: dayEndsMs },
  ];
  return bounds.reduce((least, one) => (one !== null && (least === null || one.left < least.left) ? one : least), null);
}
