/**
 * Work that many request at once. A request during a run gets one more run, shared by all such requests: it must begin after the request,
 * because what it is about may have happened since.
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

  /** Settles when nothing runs. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => undefined);
  }
}
