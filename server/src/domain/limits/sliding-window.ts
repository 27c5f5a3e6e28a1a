const minuteMs = 60_000;

/**
 * The exact events of the last 60 seconds: a ring of times that grows as needed. At most `limit` events fit into any half-open 60 s, so no
 * boundary allows twice as many.
 */
export class SlidingWindow {
  #stamps = new Float64Array(8);
  #first = 0;
  #count = 0;

  /** Number of events in the last minute. */
  count(nowMs: number): number {
    // If the clock was set back by more than the window, the window would stay full until time caught up.
    if (this.#count > 0 && this.#newest() - nowMs > minuteMs) this.#count = 0;
    const mask = this.#stamps.length - 1;
    while (this.#count > 0 && nowMs - (this.#stamps[this.#first] ?? 0) >= minuteMs) {
      this.#first = (this.#first + 1) & mask;
      this.#count -= 1;
    }
    return this.#count;
  }

  add(nowMs: number): void {
    if (this.#count === this.#stamps.length) this.#grow();
    const stampMs = this.#count > 0 ? Math.max(nowMs, this.#newest()) : nowMs;
    this.#stamps[(this.#first + this.#count) & (this.#stamps.length - 1)] = stampMs;
    this.#count += 1;
  }

  /** Milliseconds until one more event fits under `limit`; 0 if one fits now. */
  waitMs(limit: number, nowMs: number): number {
    const count = this.count(nowMs);
    if (count < limit) return 0;
    return limit <= 0 ? minuteMs : this.#expiresInMs(count - limit, nowMs);
  }

  /** Milliseconds until the oldest event is a minute old; 0 if there is none. */
  oldestExpiresInMs(nowMs: number): number {
    return this.count(nowMs) === 0 ? 0 : this.#expiresInMs(0, nowMs);
  }

  #expiresInMs(index: number, nowMs: number): number {
    const stampMs = this.#stamps[(this.#first + index) & (this.#stamps.length - 1)] ?? 0;
    return Math.max(1, Math.ceil(stampMs + minuteMs - nowMs));
  }

  #newest(): number {
    return this.#stamps[(this.#first + this.#count - 1) & (this.#stamps.length - 1)] ?? 0;
  }

  #grow(): void {
    const grown = new Float64Array(this.#stamps.length * 2);
    grown.set(this.#stamps.subarray(this.#first));
    grown.set(this.#stamps.subarray(0, this.#first), this.#stamps.length - this.#first);
    this.#stamps = grown;
    this.#first = 0;
  }
}
