interface Waiter {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Callers that wait until all entries up to a sequence number are durable. */
export class FlushWaiters {
  #waiters: Waiter[] = [];

  get areAny(): boolean {
    return this.#waiters.length > 0;
  }

  add(upTo: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ upTo, resolve, reject });
    });
  }

  /** Resolves the callers whose entries are durable, given that all entries before `oldest` are. */
  settle(oldest: number): void {
    if (this.#waiters.length === 0) return;
    const due = this.#waiters.filter((waiter) => waiter.upTo < oldest);
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo >= oldest);
    for (const { resolve } of due) resolve();
  }

  fail(error: Error): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(error);
  }
}
