import type { CapPeriod, KeyStatus } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { Moment } from '../domain/limits/calendar.ts';
import { keyWindows } from '../domain/limits/window.ts';
import type { Key } from '../domain/tenants/tenant.ts';
import type { ControlContext } from './control-context.ts';

/** A key's state as of now. Pause and expiry are worked out, never stored. */
export interface KeyState {
  readonly status: KeyStatus;
  /** `resumesAtMs` is `null` when only a higher cap helps. */
  readonly paused: { readonly cap: CapPeriod; readonly resumesAtMs: number | null } | null;
  readonly spentToday: NanoCny;
  readonly spentThisMonth: NanoCny;
}

/** Settled spending alone pauses a key; reservations of running calls do not. The cap that holds longer is named. */
function pauseOf(key: Key, spent: Pick<KeyState, 'spentToday' | 'spentThisMonth'>, moment: Moment): KeyState['paused'] {
  if (key.monthlyCap !== null && spent.spentThisMonth >= key.monthlyCap) {
    return { cap: 'monthly', resumesAtMs: key.monthlyCap === 0n ? null : moment.monthEndsMs };
  }
  if (key.dailyCap !== null && spent.spentToday >= key.dailyCap) {
    return { cap: 'daily', resumesAtMs: key.dailyCap === 0n ? null : moment.dayEndsMs };
  }
  return null;
}

export async function keyState(context: ControlContext, key: Key): Promise<KeyState> {
  const moment = context.calendar.now();
  const windows = keyWindows(key.id, moment);
  const [day, month] = await context.coordination.figures(key.accountId, key.id, windows);
  const spent = { spentToday: day?.used ?? 0n, spentThisMonth: month?.used ?? 0n };
  if (key.status !== 'available') return { status: key.status, paused: null, ...spent };
  if (key.expiresAtMs !== null && key.expiresAtMs <= context.clock.nowMs()) return { status: 'expired', paused: null, ...spent };
  const paused = pauseOf(key, spent, moment);
  return { status: paused === null ? 'available' : 'paused', paused, ...spent };
}
