import type { Moment } from './calendar.ts';
import type { MoneyLimit } from './coordination.ts';

/** Prefix of sub-account IDs, which key IDs never have. */
const subAccountPrefix = 'sub_';

/** The counter of a calendar day of a key or a sub-account: `key_…:20261121`, `sub_…:20261121`. */
export function dayWindow(ownerId: string, day: number): string {
  return `${ownerId}:${String(day)}`;
}

/** The counter of a calendar month of a key or a sub-account: `key_…:202611`, `sub_…:202611`. */
export function monthWindow(ownerId: string, month: number): string {
  return `${ownerId}:${String(month)}`;
}

/** Both counters of a key or a sub-account at a moment. */
export function capWindows(
  ownerId: string,
  { day, month }: Pick<Moment, 'day' | 'month'>,
): readonly [day: string, month: string] {
  return [dayWindow(ownerId, day), monthWindow(ownerId, month)];
}

/** The windows of a key and of its sub-account. */
export function ownWindows(keyId: string, subAccountId: string | null, moment: Pick<Moment, 'day' | 'month'>): readonly string[] {
  const ofKey = capWindows(keyId, moment);
  return subAccountId === null ? ofKey : [...ofKey, ...capWindows(subAccountId, moment)];
}

/** Whether an id is that of a sub-account. */
export function isSubAccountId(ownerId: string): boolean {
  return ownerId.startsWith(subAccountPrefix);
}

export interface ParsedWindow {
  readonly scope: MoneyLimit['scope'];
  /** The account's, key's or sub-account's id. */
  readonly id: string;
  /** YYYYMMDD or YYYYMM; 0 for an account. */
  readonly period: number;
  /** Whether the window is a calendar day. */
  readonly isOfDay: boolean;
}

/** Parses a window's name; a name without a period is an account. */
export function parseWindow(window: string): ParsedWindow {
  const colon = window.lastIndexOf(':');
  if (colon < 0) return { scope: 'account', id: window, period: 0, isOfDay: false };
  const period = Number(window.slice(colon + 1));
  const id = window.slice(0, colon);
  const isOfDay = period > 999_999;
  if (isSubAccountId(id)) return { scope: isOfDay ? 'sub_account_day' : 'sub_account_month', id, period, isOfDay };
  return { scope: isOfDay ? 'key_day' : 'key_month', id, period, isOfDay };
}
