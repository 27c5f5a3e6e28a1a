import type { BindingLimit, CapPeriod, KeyStatus } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { Moment } from '../../../domain/limits/calendar.ts';
import { capLimits, subAccountCapLimits } from '../../../domain/limits/cap-limits.ts';
import type { CapScope } from '@tollgate/contract/tenants/cap-levels';
import type { Key } from '../../../domain/tenants/tenant.ts';
import type { ControlContext } from '../../../control/control-context.ts';

/** A cap that applies to a key, and the spending under it. */
export interface SpentCap {
  readonly limit: Exclude<BindingLimit, 'balance'>;
  readonly cap: NanoCny;
  readonly spent: NanoCny;
  readonly resetsAtMs: number;
}

/** The current state of a key. Pause and expiry are computed, never stored. */
export interface KeyState {
  readonly status: KeyStatus;
  /** `resumesAtMs` is `null` if only a higher cap helps. */
  readonly paused: {
    readonly cap: CapPeriod;
    readonly of: 'key' | 'sub_account';
    readonly resumesAtMs: number | null;
  } | null;
  readonly spentToday: NanoCny;
  readonly spentThisMonth: NanoCny;
  /** Caps of the key and of its sub-account. */
  readonly caps: readonly SpentCap[];
}

const periods: Readonly<Record<CapScope, { readonly cap: CapPeriod; readonly of: 'key' | 'sub_account' }>> = {
  key_day: { cap: 'daily', of: 'key' },
  key_month: { cap: 'monthly', of: 'key' },
  sub_account_day: { cap: 'daily', of: 'sub_account' },
  sub_account_month: { cap: 'monthly', of: 'sub_account' },
};

/** Order in which a reached cap is named: longer periods first, and the key before its sub-account. */
const namedFirst: readonly CapScope[] = ['key_month', 'sub_account_month', 'key_day', 'sub_account_day'];

/** Only settled spending pauses a key; reservations of running calls do not. */
function pauseOf(caps: readonly SpentCap[]): KeyState['paused'] {
  const reached = caps.filter(({ cap, spent }) => spent >= cap);
  const first = namedFirst.flatMap((scope) => reached.filter(({ limit }) => limit === scope))[0];
  if (first === undefined) return null;
  return { ...periods[first.limit], resumesAtMs: first.cap === 0n ? null : first.resetsAtMs };
}

/** The caps of a key, its own first, and the spending in the same order. */
async function spentUnder(context: ControlContext, key: Key, { day, month, dayEndsMs, monthEndsMs }: Moment) {
  const { subAccountId } = key;
  const [subAccount] = subAccountId === null ? [] : await context.stores.subAccounts.ofIds(key.accountId, [subAccountId]);
  const moment = { day, month };
  const bounds = [...capLimits(key, moment), ...(subAccount === undefined ? [] : subAccountCapLimits(subAccount, moment))];
  const windows = bounds.map(({ window }) => window);
  const figures = await context.coordination.figures(key.accountId, key.id, windows);
  const spent = bounds.map((_bound, index) => figures[index]?.used ?? 0n);
  const caps = bounds.flatMap(({ scope, limit }, index): readonly SpentCap[] => {
    if (limit === null || scope === 'account') return [];
    const resetsAtMs = periods[scope].cap === 'daily' ? dayEndsMs : monthEndsMs;
    return [{ limit: scope, cap: limit, spent: spent[index] ?? 0n, resetsAtMs }];
  });
  return { spentToday: spent[0] ?? 0n, spentThisMonth: spent[1] ?? 0n, caps };
}

export async function keyState(context: ControlContext, key: Key): Promise<KeyState> {
  const spent = await spentUnder(context, key, context.calendar.now());
  if (key.status !== 'available') return { status: key.status, paused: null, ...spent };
  if (key.expiresAtMs !== null && key.expiresAtMs <= context.clock.nowMs()) return { status: 'expired', paused: null, ...spent };
  const paused = pauseOf(spent.caps);
  return { status: paused === null ? 'available' : 'paused', paused, ...spent };
}
