import type { UsageFilter } from './report-ports.ts';

/** Sums of whole numbers: some engines answer them as text, and the sum of no rows is null. */
export type Sum = bigint | string | null;

export interface Hours {
  readonly from: bigint;
  readonly before: bigint;
}

const hourMs = 3_600_000n;
/** Summed up by one statement: what else waits for the reader comes soon, even while ten million calls are added up. */
export const windowMs = 12n * hourMs;
/** How far the hours of a day reach from its midnight in UTC at most: the zones of the world, and a margin. */
const zoneMs = 15n * hourMs;

/** Midnight of a day YYYYMMDD as if it were in UTC. */
function midnight(day: number): bigint {
  return BigInt(Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100));
}

/** The hours that days may have. */
export function hoursOf({ fromDay, toDay }: Pick<UsageFilter, 'fromDay' | 'toDay'>): Hours {
  return {
    from: fromDay === undefined ? 0n : midnight(fromDay) - zoneMs,
    before: toDay === undefined ? BigInt(Number.MAX_SAFE_INTEGER) : midnight(toDay) + 24n * hourMs + zoneMs,
  };
}

/** The value of a column that is grouped by. */
export function groupValue(value: string | bigint | undefined): string | number {
  return typeof value === 'bigint' ? Number(value) : (value ?? '');
}
