/** The distribution of times, in milliseconds rounded to hundredths. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((left, right) => left - right);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
