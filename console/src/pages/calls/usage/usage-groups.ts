import type { OwnUsage } from '../../../api/usage.ts';
import { nano } from '../../../components/money/money-text.ts';
import { countText, percentText } from '../../../ui/number-text.ts';

export const groupNames = ['model', 'key_id', 'sub_account_id', 'day'] as const;
export type GroupName = (typeof groupNames)[number];
export const metricNames = ['charge', 'calls', 'tokens'] as const;
export type MetricName = (typeof metricNames)[number];

export interface Sums {
  readonly charge: bigint;
  readonly calls: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Non-token quantities by name. Image sizes and tools are totalled. */
  readonly pieces: Readonly<Partial<Record<PieceName, number>>>;
}

/** In display order. */
export const pieceNames = [
  ...(['image', 'song', 'search_unit', 'page', 'output_audio_ms', 'input_audio_ms'] as const),
  ...(['character', 'tool'] as const),
];
export type PieceName = (typeof pieceNames)[number];

function pieceOf(quantity: string): PieceName | undefined {
  const family = quantity.replace(/[@:].*$/, '');
  return pieceNames.find((name) => name === family);
}

function piecesPlus(left: Sums['pieces'], quantities: OwnUsage['quantities']): Sums['pieces'] {
  const sum = { ...left };
  for (const [quantity, amount] of Object.entries(quantities)) {
    const name = pieceOf(quantity);
    if (name !== undefined) sum[name] = (sum[name] ?? 0) + amount;
  }
  return sum;
}

const nothing: Sums = { charge: 0n, calls: 0, input: 0, cached: 0, output: 0, pieces: {} };

/** Totals of one model, key, sub-account or day. */
export interface UsageGroup extends Sums {
  /** Empty for calls without a sub-account. */
  readonly value: string;
  readonly name: string | null;
  readonly byDay: ReadonlyMap<string, Sums>;
}

function plus(left: Sums, row: OwnUsage): Sums {
  return {
    charge: left.charge + nano(row.charge),
    calls: left.calls + row.calls,
    input: left.input + row.input_tokens,
    cached: left.cached + row.cached_tokens,
    output: left.output + row.output_tokens,
    pieces: piecesPlus(left.pieces, row.quantities),
  };
}

export function sumOf(rows: readonly OwnUsage[]): Sums {
  return rows.reduce(plus, nothing);
}

/** The groups, then those that were used only in the period before, so that both columns add up to their totals. */
export function withEarlier(groups: readonly UsageGroup[], earlier: readonly UsageGroup[]): readonly UsageGroup[] {
  const known = new Set(groups.map(({ value }) => value));
  const gone = earlier.filter(({ value }) => !known.has(value));
  return [...groups, ...gone.map(({ value, name }) => ({ ...nothing, value, name, byDay: new Map<string, Sums>() }))];
}

/** Combines rows by day and group into groups, most expensive first; days in chronological order. */
export function groupsOf(rows: readonly OwnUsage[], by: GroupName): readonly UsageGroup[] {
  const groups = [...Map.groupBy(rows, (row) => row[by] ?? '')].map(([value, own]): UsageGroup => ({
    ...sumOf(own),
    value,
    name: own.find(({ name }) => name !== undefined && name !== null)?.name ?? null,
    byDay: new Map([...Map.groupBy(own, ({ day = '' }) => day)].map(([day, ofDay]) => [day, sumOf(ofDay)])),
  }));
  if (by === 'day') return groups.sort((left, right) => (left.value < right.value ? 1 : -1));
  return groups.sort((left, right) =>
    left.charge === right.charge ? right.calls - left.calls : left.charge < right.charge ? 1 : -1,
  );
}

/** For drawing only: a chart needs no more digits than a screen can show. */
export function drawnValue(sums: Sums | undefined, metric: MetricName): number {
  if (sums === undefined) return 0;
  if (metric === 'calls') return sums.calls;
  return metric === 'tokens' ? sums.input + sums.output : Number(sums.charge / 1_000n) / 1_000_000;
}

/** Relative change: 0.25 for an increase by a quarter; null if the previous value is zero. */
export function changeOf(now: bigint, before: bigint): number | null {
  return before === 0n ? null : Number(((now - before) * 10_000n) / before) / 10_000;
}

/** `+12.5 %`; from ten times the previous value on, the multiple: `×31.3`. */
export function changeText(change: number): string {
  const times = change + 1;
  if (times >= 10) return `×${times < 100 ? times.toFixed(1) : countText(Math.round(times))}`;
  return `${change > 0 ? '+' : ''}${percentText(change)}`;
}

export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 100_000n) / whole) / 100_000;
}
