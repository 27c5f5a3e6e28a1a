import type { Clock } from '../src/platform/clock.ts';

/** The clock of one process: its callbacks stop when the process dies. */
export class ProcessClock implements Clock {
  isAlive = true;
  readonly #clock: Clock;
  readonly #stops: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  after(delayMs: number, action: () => void): () => void {
    return this.#clock.after(delayMs, () => {
      if (this.isAlive) action();
    });
  }

  every(periodMs: number, action: () => void): () => void {
    const stop = this.#clock.every(periodMs, () => {
      if (this.isAlive) action();
    });
    this.#stops.push(stop);
    return stop;
  }

  die(): void {
    this.isAlive = false;
    for (const stop of this.#stops) stop();
  }
}
