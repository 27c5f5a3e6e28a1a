import type { Query } from '../../../components/links/address-state.ts';

export const rangeNames = ['7d', '30d', '90d', 'month', 'last_month'] as const;
export type RangeName = (typeof rangeNames)[number];

const usual: RangeName = '30d';
const dayMs = 86_400_000;

/** Dates such as `2026-11-20`; both are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Periods {
  readonly range: RangeName;
  readonly now: Period;
  /** Of a month, the month before; of a month to date, its same days; otherwise as many days directly before. */
  readonly before: Period;
  readonly days: readonly string[];
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function daysOf({ from, to }: Period): readonly string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => moved(from, at));
}

function periodOf(range: RangeName, today: string): Period {
  const monthStart = `${today.slice(0, 8)}01`;
  if (range === 'month') return { from: monthStart, to: today };
  if (range === 'last_month') {
    const to = moved(monthStart, -1);
    return { from: `${to.slice(0, 8)}01`, to };
  }
  const days = { '7d': 7, '30d': 30, '90d': 90 }[range];
  return { from: moved(today, 1 - days), to: today };
}

/** A month is compared with a month, because months differ in length and statements are monthly. */
function beforeOf(range: RangeName, now: Period, days: number): Period {
  if (range !== 'month' && range !== 'last_month') return { from: moved(now.from, -days), to: moved(now.from, -1) };
  const end = moved(now.from, -1);
  const month = end.slice(0, 8);
  const sameDay = `${month}${now.to.slice(8)}`;
  return { from: `${month}01`, to: range === 'month' && sameDay < end ? sameDay : end };
}

/** The period in the URL, and the preceding one for comparison. */
export function periodsOf(query: Query, today: string): Periods {
  const range = rangeNames.find((name) => name === query.range) ?? usual;
  const now = periodOf(range, today);
  const days = daysOf(now);
  return { range, now, days, before: beforeOf(range, now, days.length) };
}

/** The next day, as the exclusive end of a range. */
export function dayAfter(day: string): string {
  return moved(day, 1);
}
