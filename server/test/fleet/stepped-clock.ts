import { systemClock, type Clock } from '../../src/platform/clock.ts';

/** Durations pass only when a test moves them, but timers run, so that nodes prove to each other that they are alive. */
export class SteppedClock implements Clock {
  #monotonicMs = systemClock.monotonicMs();
  nowMs = (): number => systemClock.nowMs();
  monotonicMs = (): number => this.#monotonicMs;
  after: Clock['after'] = (...args) => systemClock.after(...args);
  every: Clock['every'] = (...args) => systemClock.every(...args);

  step(ms: number): void {
    this.#monotonicMs += ms;
  }
}
