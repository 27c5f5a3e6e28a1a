import { refusal } from '@tollgate/contract/refusals/refusal';

/** Reads a time with its zone, or a date, which means the start of that day in the service's time zone. The format is already validated. */
function readMoment(text: string, timeZone: string): number {
  if (text.length > 10) return Date.parse(text);
  return Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds;
}

export interface Span {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** @throws {ApiError} 400 if the period ends before it begins. */
export function readSpan(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  timeZone: string,
): Span {
  const fromMs = query.from === undefined ? undefined : readMoment(query.from, timeZone);
  const toMs = query.to === undefined ? undefined : readMoment(query.to, timeZone);
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
    throw refusal('from_after_to', {}, { param: 'from' });
  }
  return { fromMs, toMs };
}

/** `2026-11-21` as the day's number 20261121, and back. */
export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

export function showDay(day: string | number): string {
  const text = String(day);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
