/** Upper bounds in seconds; the last bucket has none. */
const boundsSeconds = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Counts durations in buckets. Each count is a simple addition, so it may run in the request path. */
export class DurationCounts {
  readonly #counts = new Float64Array(boundsSeconds.length + 1);
  #sumSeconds = 0;

  observe(ms: number): void {
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < boundsSeconds.length && seconds > (boundsSeconds[bucket] ?? Infinity)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumSeconds += seconds;
  }

  get sumSeconds(): number {
    return this.#sumSeconds;
  }

  /** Each upper bound with the number of durations within it; the unbounded bucket is last. */
  cumulative(): readonly (readonly [le: number | '+Inf', count: number])[] {
    let count = 0;
    return Array.from(this.#counts, (within, bucket) => {
      count += within;
      return [boundsSeconds[bucket] ?? '+Inf', count] as const;
    });
  }
}
