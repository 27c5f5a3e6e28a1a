import type { Clock } from '../../src/platform/clock.ts';

/** A clock that counts how many wait for it to advance. */
export class ParkedClock implements Clock {
  waiting = 0;
  readonly #clock: Clock;

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
    let isOver = false;
    const leave = (): void => {
      if (!isOver) this.waiting -= 1;
      isOver = true;
    };
    this.waiting += 1;
    const cancel = this.#clock.after(delayMs, () => {
      leave();
      action();
    });
    return () => {
      leave();
      cancel();
    };
  }

  every(periodMs: number, action: () => void): () => void {
    return this.#clock.every(periodMs, action);
  }
}
