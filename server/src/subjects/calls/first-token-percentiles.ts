import type { CallSums } from './call-ports.ts';

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** Median and 95th percentile of the time to the first token of streams; `null` without a stream. */
export function firstTokenPercentiles(sums: readonly CallSums[]): Percentiles | null {
  const counts = new Map<number, bigint>();
  for (const { firstTokenMs, calls } of sums)
    if (firstTokenMs !== null) counts.set(firstTokenMs, (counts.get(firstTokenMs) ?? 0n) + calls);
  const times = [...counts].toSorted(([left], [right]) => left - right);
  const total = times.reduce((sum, [, count]) => sum + count, 0n);
  const within = (percent: bigint): number | undefined => {
    let seen = 0n;
    return times.find(([, count]) => {
      seen += count;
      return seen * 100n >= total * percent;
    })?.[0];
  };
  const [p50, p95] = [within(50n), within(95n)];
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}
