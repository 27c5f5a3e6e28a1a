import type { Clock } from '../../src/platform/clock.ts';

interface Timer {
  dueMs: number;
  order: number;
  readonly action: () => void;
  readonly periodMs: number | null;
  isCancelled: boolean;
}

/** Shorter periodic timers only check whether something is due; while nothing runs, these checks are skipped. */
const lookPeriodMs = 1_000;

function isBefore(left: Timer, right: Timer): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.order < right.order);
}

/** Virtual time of a simulated world, which jumps from one event to the next. */
export class WorldClock implements Clock {
  #monotonicMs = 0;
  #wallOffsetMs: number;
  #created = 0;
  /** A binary heap. */
  readonly #heap: Timer[] = [];
  #looks: Timer[] = [];
  /** Whether nothing is in progress that a check could find due. */
  isQuiet: () => boolean = () => false;

  constructor(startMs: number) {
    this.#wallOffsetMs = startMs;
  }

  nowMs(): number {
    return Math.floor(this.#wallOffsetMs + this.#monotonicMs);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(delayMs: number, action: () => void): () => void {
    const timer = this.#timer(delayMs, action, null);
    this.#push(timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  every(periodMs: number, action: () => void): () => void {
    const timer = this.#timer(periodMs, action, periodMs);
    if (periodMs < lookPeriodMs) this.#looks.push(timer);
    else this.#push(timer);
    return () => {
      timer.isCancelled = true;
      this.#looks = this.#looks.filter((look) => look !== timer);
    };
  }

  jumpWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** Advances to the next event and runs it. */
  step(): void {
    const timer = this.#take();
    if (timer === null) throw new Error('nothing will ever happen again in this world');
    this.#monotonicMs = Math.max(this.#monotonicMs, timer.dueMs);
    if (timer.periodMs !== null) this.#again(timer, timer.periodMs);
    timer.action();
  }

  #timer(delayMs: number, action: () => void, periodMs: number | null): Timer {
    if (!(delayMs >= 0)) throw new RangeError(`a timer cannot be due in ${String(delayMs)} ms`);
    this.#created += 1;
    return { dueMs: this.#monotonicMs + delayMs, order: this.#created, action, periodMs, isCancelled: false };
  }

  #take(): Timer | null {
    let first = this.#heap[0];
    while (first?.isCancelled === true) {
      this.#pop();
      first = this.#heap[0];
    }
    let look: Timer | null = null;
    for (const candidate of this.#looks) {
      if (first !== undefined && this.isQuiet()) this.#skip(candidate, first.dueMs);
      if (look === null || isBefore(candidate, look)) look = candidate;
    }
    if (look !== null && (first === undefined || isBefore(look, first))) return look;
    this.#pop();
    return first ?? null;
  }

  #again(timer: Timer, periodMs: number): void {
    timer.dueMs += periodMs;
    if (periodMs < lookPeriodMs) return;
    this.#created += 1;
    timer.order = this.#created;
    this.#push(timer);
  }

  /** Skips checks that would find nothing, except the last one before `untilMs`. */
  #skip(look: Timer, untilMs: number): void {
    const periodMs = look.periodMs ?? 1;
    const periods = Math.floor((untilMs - look.dueMs) / periodMs);
    if (periods > 0) look.dueMs += periods * periodMs;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || isBefore(parent, timer)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      if (child === undefined) break;
      const other = heap[below + 1];
      if (other !== undefined && isBefore(other, child)) {
        below += 1;
        child = other;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
  }
}
