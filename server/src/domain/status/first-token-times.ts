import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';

/** Two significant digits: an error below one percent, in a kilobyte of text. */
const shape = { bitBucketSize: 32, numberOfSignificantValueDigits: 2, useWebAssembly: false } as const;
const valueMax = 3_600_000;

/** How many calls had their first token after this time. */
export interface TimeCount {
  readonly ms: number;
  readonly count: number;
}

/** Packs the times of many calls into text that can be stored and merged. */
export function packTimes(times: readonly TimeCount[]): string {
  const histogram = build({ ...shape });
  for (const { ms, count } of times) histogram.recordValueWithCount(Math.min(Math.max(1, ms), valueMax), count);
  return encodeIntoCompressedBase64(histogram);
}

/** Merges packed times. Unreadable texts are left out. */
export class AddedTimes {
  readonly #sum: Histogram = build({ ...shape });

  add(packed: string): void {
    this.#sum.add(decodeFromCompressedBase64(packed, 32, false));
  }

  get count(): number {
    return this.#sum.totalCount;
  }

  pack(): string {
    return encodeIntoCompressedBase64(this.#sum);
  }

  /** The time in milliseconds within which `percent` of the calls had their first token; `null` without calls. */
  percentile(percent: number): number | null {
    return this.count === 0 ? null : this.#sum.getValueAtPercentile(percent);
  }
}
