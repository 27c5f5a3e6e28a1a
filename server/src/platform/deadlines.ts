import type { Clock } from './clock.ts';
import { LiveList, type Listed } from './live-list.ts';

/** A sweep that is this late means that the event loop was blocked. Awaited events may have arrived without being handled yet. */
const lateSweepMs = 100;
/** Time to handle those events before anything counts as missing. */
const graceMs = 250;
/** A loop that is always late must not keep deadlines from expiring. */
const gracesInRowMax = 2;
/** Number of consecutive sweeps without a deadline after which the timer stops, so that short calls restart it at most once a second. */
const emptySweepsMax = 20;

/** Something that must happen before a monotonic time; change `atMs` to postpone it. */
export interface Deadline extends Listed {
  /** Monotonic milliseconds; `Infinity` disables the deadline for now. */
  atMs: number;
  /** Number of the sweep at the last postponement. */
  postponedAt: number;
  readonly onExpire: () => void;
}

/**
 * Watches many deadlines with one timer: postponing one is a field write, so a stream can move its idle deadline on every chunk at no cost.
 * Expiry is noticed within one `periodMs`, or slightly later if the event loop was blocked. In that case, nothing expires before data that
 * arrived meanwhile can be read. The timer stops when there is nothing to watch.
 */
export class Deadlines {
  readonly #watched = new LiveList<Deadline>();
  readonly #clock: Clock;
  readonly #periodMs: number;
  /** Stops the timer; `null` while the timer is not running. */
  #stop: (() => void) | null = null;
  #emptySweeps = 0;
  #sweptAtMs = -Infinity;
  #sweeps = 0;
  #graceUntilMs = -Infinity;
  #gracesInRow = 0;

  constructor(clock: Clock, periodMs = 50) {
    this.#clock = clock;
    this.#periodMs = periodMs;
  }

  /** Starts watching. An expired deadline is removed automatically. */
  watch(afterMs: number, onExpire: () => void): Deadline {
    const nowMs = this.#clock.monotonicMs();
    const deadline: Deadline = { atMs: nowMs + afterMs, postponedAt: -1, onExpire, slot: -1 };
    this.#watched.add(deadline);
    if (this.#stop === null) this.#start(nowMs);
    return deadline;
  }

  /**
   * Monotonic time to within one period, and never too early while the sweeps are on time. Reading the clock for every chunk of every
   * stream would cost more than everything else about watching it.
   */
  get roughNowMs(): number {
    return (this.#stop === null ? this.#clock.monotonicMs() : this.#sweptAtMs) + this.#periodMs;
  }

  /**
   * Moves a deadline to `afterMs` from now, or up to one period later, but not beyond `latestAtMs`. If the event loop is blocked in the
   * same period, the deadline moves by the length of the block.
   */
  postpone(deadline: Deadline, afterMs: number, latestAtMs = Infinity): void {
    deadline.atMs = Math.min(this.roughNowMs + afterMs, latestAtMs);
    deadline.postponedAt = this.#sweeps;
  }

  forget(deadline: Deadline): void {
    this.#watched.delete(deadline);
  }

  close(): void {
    this.#stop?.();
    // Deadlines added from now on do not restart the timer.
    const nothingToStop = (): void => undefined;
    this.#stop = nothingToStop;
    this.#watched.clear();
  }

  #start(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    this.#emptySweeps = 0;
    const sweep = (): void => {
      this.#sweep();
    };
    this.#stop = this.#clock.every(this.#periodMs, sweep);
  }

  #restIfEmpty(): void {
    this.#emptySweeps = this.#watched.size === 0 ? this.#emptySweeps + 1 : 0;
    if (this.#emptySweeps < emptySweepsMax) return;
    this.#stop?.();
    this.#stop = null;
  }

  /** Rough time did not advance while the event loop was blocked, and deadlines postponed since the last sweep used it. */
  #makeUp(lateMs: number): void {
    for (let slot = 0; slot < this.#watched.size; slot += 1) {
      const deadline = this.#watched.at(slot);
      if (deadline?.postponedAt === this.#sweeps) deadline.atMs += lateMs;
    }
  }

  #sweep(): void {
    const nowMs = this.#clock.monotonicMs();
    const lateMs = nowMs - this.#sweptAtMs - this.#periodMs;
    const isLate = lateMs > lateSweepMs;
    if (isLate) this.#makeUp(lateMs);
    this.#sweptAtMs = nowMs;
    this.#sweeps += 1;
    if (isLate && this.#gracesInRow < gracesInRowMax) {
      this.#graceUntilMs = nowMs + graceMs;
      this.#gracesInRow += 1;
    }
    if (nowMs < this.#graceUntilMs) return;
    this.#gracesInRow = 0;
    // Iterates from the end: a removed entry is replaced by one that was already checked, and an added one is not due yet.
    for (let slot = this.#watched.size - 1; slot >= 0; slot -= 1) {
      const deadline = this.#watched.at(slot);
      if (deadline === undefined || deadline.atMs > nowMs) continue;
      this.#watched.delete(deadline);
      deadline.onExpire();
    }
    this.#restIfEmpty();
  }
}
