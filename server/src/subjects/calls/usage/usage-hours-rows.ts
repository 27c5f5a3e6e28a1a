import type { UsageFilter } from './report-ports.ts';

/** A total of integers. Some engines return it as text, and it is null without rows. */
export type Sum = bigint | string | null;

export interface Hours {
  readonly from: bigint;
  readonly before: bigint;
}

const hourMs = 3_600_000n;
/** Period totalled per statement. Queued reads do not wait long, even while ten million calls are totalled. */
export const windowMs = 12n * hourMs;
/** Maximum distance between the hours of a local day and its UTC midnight: all time zones, plus a margin. */
const zoneMs = 15n * hourMs;

/** UTC midnight of a day YYYYMMDD. */
function midnight(day: number): bigint {
  return BigInt(Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100));
}

/** The range of hours that can belong to these days. */
export function hoursOf({ fromDay, toDay }: Pick<UsageFilter, 'fromDay' | 'toDay'>): Hours {
  return {
    from: fromDay === undefined ? 0n : midnight(fromDay) - zoneMs,
    before: toDay === undefined ? BigInt(Number.MAX_SAFE_INTEGER) : midnight(toDay) + 24n * hourMs + zoneMs,
  };
}

/** The value of a group column. */
export function groupValue(value: string | bigint | undefined): string | number {
  return typeof value === 'bigint' ? Number(value) : (value ?? '');
}
