/**
 * Work that many callers request at once. Requests made during a run share one more run. That run begins after them, because what they
 * concern may have changed since.
 */
export class CoalescedTask {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  run(): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#work().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    const again = (): Promise<void> => {
      this.#next = null;
      return this.run();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => undefined);
  }
}
