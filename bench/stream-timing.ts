import { monotonicMicros, stampDigits, stampMark } from './upstream-script.ts';

/** Times of chunks of all streams of a run, in milliseconds. */
export class ChunkTimes {
  readonly gaps: number[] = [];
  readonly transits: number[] = [];
  readonly stretches: number[] = [];
  reads = 0;
}

/** Follows the stamped chunks of one stream. */
export class StreamTiming {
  readonly #times: ChunkTimes;
  #arrived = 0;
  #stamp = 0;

  constructor(times: ChunkTimes) {
    this.#times = times;
  }

  read(payload: Buffer): void {
    let at = payload.indexOf(stampMark);
    if (at === -1) return;
    const arrived = monotonicMicros();
    this.#times.reads += 1;
    for (; at !== -1; at = payload.indexOf(stampMark, at + 1)) {
      const from = at + stampMark.length;
      const stamp = Number(payload.toString('latin1', from, from + stampDigits));
      this.#times.transits.push((arrived - stamp) / 1000);
      if (this.#stamp > 0) {
        this.#times.gaps.push((arrived - this.#arrived) / 1000);
        this.#times.stretches.push(Math.max(0, arrived - this.#arrived - (stamp - this.#stamp)) / 1000);
      }
      this.#stamp = stamp;
      this.#arrived = arrived;
    }
  }
}
