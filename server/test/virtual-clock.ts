import type { Clock } from '../src/platform/clock.ts';

interface Timer {
  dueMs: number;
  readonly order: number;
  readonly periodMs: number | null;
  readonly action: () => void;
}

/** 2026-11-21T04:00:00Z: noon in Asia/Shanghai, so that a few hours either way stay within one day. */
const defaultStartMs = Date.UTC(2026, 10, 21, 4, 0, 0);

/** Time that passes only when a test moves it. Timers fire inside `advance`, in the order they are due. */
export class VirtualClock implements Clock {
  #wallOffsetMs: number;
  #monotonicMs = 0;
  #created = 0;
  readonly #timers = new Set<Timer>();

  constructor(startMs = defaultStartMs) {
    this.#wallOffsetMs = startMs;
  }

  nowMs(): number {
    return Math.floor(this.#wallOffsetMs + this.#monotonicMs);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(delayMs: number, action: () => void): () => void {
    return this.#add(delayMs, null, action);
  }

  every(periodMs: number, action: () => void): () => void {
    return this.#add(periodMs, periodMs, action);
  }

  /** Number of waiting timers, to check that nothing is left behind. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets `ms` pass; everything due by then runs, and sees the time at which it was due. */
  advance(ms: number): void {
    const endMs = this.#monotonicMs + ms;
    for (let timer = this.#nextDue(endMs); timer !== undefined; timer = this.#nextDue(endMs)) {
      this.#monotonicMs = Math.max(this.#monotonicMs, timer.dueMs);
      if (timer.periodMs === null) this.#timers.delete(timer);
      // Like setInterval: periods missed while the loop was blocked are not repeated.
      else timer.dueMs = this.#monotonicMs + Math.max(timer.periodMs, 0.001);
      timer.action();
    }
    this.#monotonicMs = Math.max(this.#monotonicMs, endMs);
  }

  /** Lets `ms` pass with nothing running, like a blocked event loop; due timers run late, at the next `advance`. */
  block(ms: number): void {
    this.#monotonicMs += ms;
  }

  /** Moves only wall time, as an operator or NTP does; negative values move it back. */
  jumpWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  #add(delayMs: number, periodMs: number | null, action: () => void): () => void {
    this.#created += 1;
    const timer: Timer = { dueMs: this.#monotonicMs + Math.max(0, delayMs), order: this.#created, periodMs, action };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  #nextDue(endMs: number): Timer | undefined {
    let found: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs > endMs) continue;
      if (found === undefined || timer.dueMs < found.dueMs || (timer.dueMs === found.dueMs && timer.order < found.order))
        found = timer;
    }
    return found;
  }
}
