import type { DurationCounts } from '../platform/duration-counts.ts';

type Labels = Readonly<Record<string, string | number>>;

interface Sample {
  readonly metricName: string;
  readonly labels: Labels;
  readonly value: number;
}

/** One series of a histogram: the counts for these labels. */
export interface DurationSeries {
  readonly labels: Labels;
  readonly counts: DurationCounts;
}

/**
 * Shows durations in the Prometheus histogram format (cumulative `le` buckets, sum, count). The library's own histogram hashes labels on
 * each count, which was noticeable on the request path.
 */
export class DurationHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series: () => readonly DurationSeries[];

  /** @param series returns the data at a scrape; it belongs to the code that counts. */
  constructor(name: string, help: string, series: () => readonly DurationSeries[]) {
    this.name = name;
    this.help = help;
    this.#series = series;
  }

  /** The method that a registry calls on a metric at a scrape. */
  get(): Promise<object> {
    const values: Sample[] = [];
    for (const { labels, counts } of this.#series()) {
      let total = 0;
      for (const [le, count] of counts.cumulative()) {
        values.push({ metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count });
        total = count;
      }
      values.push({ metricName: `${this.name}_sum`, labels, value: counts.sumSeconds });
      values.push({ metricName: `${this.name}_count`, labels, value: total });
    }
    return Promise.resolve({ name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values });
  }
}
