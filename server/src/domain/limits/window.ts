import type { Moment } from './calendar.ts';
import type { MoneyLimit } from './coordination.ts';

/** The counter of a key's calendar day: `key_…:20261121`. */
export function dayWindow(keyId: string, day: number): string {
  return `${keyId}:${String(day)}`;
}

/** The counter of a key's calendar month: `key_…:202611`. */
export function monthWindow(keyId: string, month: number): string {
  return `${keyId}:${String(month)}`;
}

/** Both of a key's counters at a moment. */
export function keyWindows(keyId: string, { day, month }: Pick<Moment, 'day' | 'month'>): readonly [day: string, month: string] {
  return [dayWindow(keyId, day), monthWindow(keyId, month)];
}

export interface ParsedWindow {
  readonly scope: MoneyLimit['scope'];
  /** The account's or key's id. */
  readonly id: string;
  /** YYYYMMDD or YYYYMM; 0 for an account. */
  readonly period: number;
}

/** Reads a window's name; anything without a period is an account. */
export function parseWindow(window: string): ParsedWindow {
  const colon = window.lastIndexOf(':');
  if (colon < 0) return { scope: 'account', id: window, period: 0 };
  const period = Number(window.slice(colon + 1));
  return { scope: period > 999_999 ? 'key_day' : 'key_month', id: window.slice(0, colon), period };
}
