/** The longest bar represents one of these values, so that bars keep their length while rows arrive. */
const scalesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 600_000] as const;
/** A shorter bar, in percent, would look like a dot. */
const shareMin = 5;

/** The value of the longest bar for these rows: 95 % of the calls fit, and one slow call does not shrink the others. */
export function tookScale(rows: readonly { readonly duration_ms: number }[]): number {
  const times = rows.map(({ duration_ms: ms }) => ms).toSorted((left, right) => left - right);
  const most = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
  return scalesMs.find((scale) => scale >= most) ?? 600_000;
}

/** Length of the bar of a call in percent; 0 for no bar. */
export function tookShare(ms: number, longestMs: number): number {
  const share = Math.min(100, (ms / longestMs) * 100);
  return share < shareMin ? 0 : share;
}
