import { momentIn } from './calendar.ts';

/** A calendar month; the start is inclusive, the end exclusive. */
export interface MonthSpan {
  /** YYYYMM as a number. */
  readonly month: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/** @param month YYYYMM as a number. */
export function monthSpan(month: number, timeZone: string): MonthSpan {
  const first = Temporal.PlainDate.from({ year: Math.floor(month / 100), month: month % 100, day: 1 });
  const msOf = (date: Temporal.PlainDate): number => date.toZonedDateTime(timeZone).epochMilliseconds;
  return { month, startsAtMs: msOf(first), endsAtMs: msOf(first.add({ months: 1 })) };
}

/** The month that contains a time. */
export function monthSpanAt(atMs: number, timeZone: string): MonthSpan {
  return monthSpan(momentIn(atMs, timeZone).month, timeZone);
}

/** Start of the last hour of a month: once that hour is closed, so is the month. */
export function lastHourOf({ endsAtMs }: MonthSpan, timeZone: string): number {
  return momentIn(endsAtMs - 1, timeZone).hourStartMs;
}
