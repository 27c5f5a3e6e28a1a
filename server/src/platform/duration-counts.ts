/** Upper bounds in seconds; the last bucket is open. */
const boundsSeconds = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Counts durations in buckets. Counting one is an addition, so it may be done on the request path. */
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

  /** Each upper bound with how many durations are within it, the open one last. */
  cumulative(): readonly (readonly [le: number | '+Inf', count: number])[] {
    let count = 0;
    return Array.from(this.#counts, (within, bucket) => {
      count += within;
      return [boundsSeconds[bucket] ?? '+Inf', count] as const;
    });
  }
}
