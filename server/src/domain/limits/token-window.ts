const bucketMs = 1000;
/** One more than the seconds of a minute, because the oldest bucket is only partly older than a minute. */
const bucketCount = 61;

/** Tokens of the last minute in one-second buckets. Tokens count up to a second too long, never too short. */
export class TokenWindow {
  readonly #buckets = new Float64Array(bucketCount);
  #second = 0;
  #sum = 0;

  sum(nowMs: number): number {
    this.#advance(nowMs);
    return this.#sum;
  }

  add(tokens: number, nowMs: number): void {
    this.#advance(nowMs);
    const bucket = this.#second % bucketCount;
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + tokens;
    this.#sum += tokens;
  }

  /** Changes what was added at a moment; nothing, if this has left the window. */
  correct(difference: number, addedMs: number, nowMs: number): void {
    this.#advance(nowMs);
    const second = Math.floor(addedMs / bucketMs);
    if (this.#second - second >= bucketCount) return;
    const bucket = second % bucketCount;
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + difference;
    this.#sum += difference;
  }

  /**
   * Milliseconds until so many more fit below `limit`; 0 if they fit now. More than the whole limit fit if there are no others: expectations are
   * generous, and they could never be used otherwise.
   */
  waitMs(tokens: number, limit: number, nowMs: number): number {
    const used = this.sum(nowMs);
    const excess = used + tokens - limit;
    return excess <= 0 || used <= 0 ? 0 : this.freesInMs(Math.min(excess, used), nowMs);
  }

  /** Milliseconds until at least `tokens` of those counted have left the window. */
  freesInMs(tokens: number, nowMs: number): number {
    this.#advance(nowMs);
    let freed = 0;
    for (let age = bucketCount - 1; age >= 0; age -= 1) {
      freed += this.#buckets[(this.#second - age + bucketCount) % bucketCount] ?? 0;
      if (freed >= tokens) return Math.ceil((this.#second - age + bucketCount) * bucketMs - nowMs);
    }
    return bucketCount * bucketMs;
  }

  #advance(nowMs: number): void {
    const second = Math.floor(nowMs / bucketMs);
    if (second - this.#second >= bucketCount) {
      this.#buckets.fill(0);
      this.#sum = 0;
      this.#second = second;
    }
    while (this.#second < second) {
      this.#second += 1;
      const bucket = this.#second % bucketCount;
      this.#sum -= this.#buckets[bucket] ?? 0;
      this.#buckets[bucket] = 0;
    }
  }
}
