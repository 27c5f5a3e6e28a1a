/** Upper bounds in seconds; the last bucket is open. */
const boundsSeconds = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * Counts durations in the Prometheus histogram form (cumulative `le` buckets, sum, count). Counting one is an addition:
 * the library's own histogram hashes labels on every call, which was noticeable on the request path.
 */
export class DurationHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #counts = new Float64Array(boundsSeconds.length + 1);
  #sumSeconds = 0;

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  observe(ms: number): void {
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < boundsSeconds.length && seconds > (boundsSeconds[bucket] ?? Infinity)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumSeconds += seconds;
  }

  /** What a registry asks of a metric at a scrape. */
  get(): Promise<object> {
    const values: Sample[] = [];
    let count = 0;
    for (const [bucket, within] of this.#counts.entries()) {
      count += within;
      values.push({ metricName: `${this.name}_bucket`, labels: { le: boundsSeconds[bucket] ?? '+Inf' }, value: count });
    }
    values.push({ metricName: `${this.name}_sum`, labels: {}, value: this.#sumSeconds });
    values.push({ metricName: `${this.name}_count`, labels: {}, value: count });
    return Promise.resolve({ name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values });
  }

  reset(): void {
    this.#counts.fill(0);
    this.#sumSeconds = 0;
  }
}
