import type { Clock } from '../../platform/clock.ts';

const decayMs = 10_000;
/** For a route that never answered, while a call waits for its first answer. */
const unknownMs = 1_000_000_000;

/**
 * How long a further call would wait for its first byte: a peak-sensitive moving average, times the number of waiting calls. A slower
 * answer counts at once, faster ones over ten seconds. An old average fades, so that a route that was slow is tried again.
 */
export class FirstByteLoad {
  #peakMs = 0;
  #atMs = 0;
  #isKnown = false;
  #waiting = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  started(): void {
    this.#waiting += 1;
  }

  /** @param firstByteMs `null` for an attempt that did not measure it. */
  ended(firstByteMs: number | null): void {
    // An attempt may have started before the route was corrected.
    if (this.#waiting > 0) this.#waiting -= 1;
    if (firstByteMs === null) return;
    const nowMs = this.#clock.monotonicMs();
    const kept = Math.exp(-(nowMs - this.#atMs) / decayMs);
    this.#peakMs = firstByteMs > this.#peakMs * kept ? firstByteMs : this.#peakMs * kept + firstByteMs * (1 - kept);
    this.#atMs = nowMs;
    this.#isKnown = true;
  }

  costAt(nowMs: number): number {
    const fadedMs = this.#peakMs * Math.exp(-(nowMs - this.#atMs) / decayMs);
    const averageMs = !this.#isKnown && this.#waiting > 0 ? unknownMs : fadedMs;
    return (averageMs + 1) * (this.#waiting + 1);
  }
}
