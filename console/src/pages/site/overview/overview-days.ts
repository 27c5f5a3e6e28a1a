import type { OwnUsage } from '../../../api/usage.ts';
import { nano } from '../../../components/money/money-text.ts';

/** The date this number of days later, or earlier if negative. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** This number of days up to and including the given one, oldest first. */
export function daysUpTo(day: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayAfter(day, index - count + 1));
}

export function sumOf(rows: readonly OwnUsage[]): bigint {
  return rows.reduce((sum, { charge }) => sum + nano(charge), 0n);
}

export interface Slice {
  /** Id of the model or key; null for all others combined. */
  readonly id: string | null;
  readonly name: string;
  readonly sum: bigint;
  /** Spending by day, in order. */
  readonly byDay: readonly bigint[];
}

const slicesMax = 6;

function sliceOf(id: string | null, name: string, rows: readonly OwnUsage[], days: readonly string[]): Slice {
  const ofDay = Map.groupBy(rows, ({ day }) => day);
  return { id, name, sum: sumOf(rows), byDay: days.map((day) => sumOf(ofDay.get(day) ?? [])) };
}

/** The largest groups, and all others combined: at most six, because there are six colours. */
export function slicesOf(
  rows: readonly OwnUsage[],
  days: readonly string[],
  { by, others }: { readonly by: 'model' | 'key_id'; readonly others: (count: number) => string },
): readonly Slice[] {
  const spent = rows.filter(({ charge }) => nano(charge) > 0n);
  const groups = [...Map.groupBy(spent, (row) => row[by] ?? '')]
    .map(([id, ofGroup]) => ({ id, rows: ofGroup, sum: sumOf(ofGroup) }))
    .sort((left, right) => (left.sum < right.sum ? 1 : -1));
  const shown = groups.length <= slicesMax ? groups : groups.slice(0, slicesMax - 1);
  const rest = groups.slice(shown.length);
  const slices = shown.map(({ id, rows: own }) => sliceOf(id, own[0]?.name ?? id, own, days));
  if (rest.length === 0) return slices;
  const together = rest.flatMap(({ rows: own }) => own);
  return [...slices, sliceOf(null, others(rest.length), together, days)];
}
