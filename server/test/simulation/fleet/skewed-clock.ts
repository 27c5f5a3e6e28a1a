import type { Clock } from '../../../src/platform/clock.ts';

/** A machine's clock that can show a wrong time, but runs at the right speed. */
export class SkewedClock implements Clock {
  aheadMs = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#clock.nowMs() + this.aheadMs;
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  after(delayMs: number, action: () => void): () => void {
    return this.#clock.after(delayMs, action);
  }

  every(periodMs: number, action: () => void): () => void {
    return this.#clock.every(periodMs, action);
  }
}
