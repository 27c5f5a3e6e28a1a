/** Multiples of the golden ratio: any run of values is spread evenly over [0, 1). */
export function evenSequence(): () => number {
  let at = 0;
  return () => (at = (at + 0.618_033_988_749_894_9) % 1);
}

/** Draws an index by weight; `at` is in [0, 1). Returns the first index if no entry has a weight. */
export function drawByWeight<Entry>(entries: readonly Entry[], weightOf: (entry: Entry) => number, at: number): number {
  let left = at * entries.reduce((sum, entry) => sum + weightOf(entry), 0);
  for (const [index, entry] of entries.entries()) {
    left -= weightOf(entry);
    if (left < 0) return index;
  }
  return 0;
}
