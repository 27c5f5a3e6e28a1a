const minuteMs = 60_000;
/** The number of minutes, including the current one. */
export const minutesKept = 60;

/** Answered and failed attempts of each of the last 60 minutes, oldest first. */
export interface MinuteCounts {
  readonly answered: readonly number[];
  readonly failed: readonly number[];
}

/** Counts attempts by the minute, for pictures; 480 bytes once there was an attempt. */
export class RecentMinutes {
  #counts: Record<'answered' | 'failed', Uint32Array> | null = null;
  #current = 0;

  add(what: 'answered' | 'failed', nowMs: number): void {
    this.#counts ??= { answered: new Uint32Array(minutesKept), failed: new Uint32Array(minutesKept) };
    this.#moveTo(Math.floor(nowMs / minuteMs));
    const at = this.#current % minutesKept;
    this.#counts[what][at] = (this.#counts[what][at] ?? 0) + 1;
  }

  counts(nowMs: number): MinuteCounts {
    this.#moveTo(Math.floor(nowMs / minuteMs));
    const inOrder = (counts: Uint32Array | undefined): readonly number[] =>
      Array.from({ length: minutesKept }, (_, index) => counts?.[(this.#current + 1 + index) % minutesKept] ?? 0);
    return { answered: inOrder(this.#counts?.answered), failed: inOrder(this.#counts?.failed) };
  }

  /** Clears the minutes that have passed without an attempt. */
  #moveTo(minute: number): void {
    const first = Math.max(this.#current + 1, minute - minutesKept + 1);
    for (let passed = first; passed <= minute; passed += 1) {
      this.#counts?.answered.fill(0, passed % minutesKept, (passed % minutesKept) + 1);
      this.#counts?.failed.fill(0, passed % minutesKept, (passed % minutesKept) + 1);
    }
    this.#current = Math.max(this.#current, minute);
  }
}
