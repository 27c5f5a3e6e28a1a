/** Share of the calls in flight that may be on a further attempt at the same time. */
const retryShare = 0.2;
/** Always allowed, so that a quiet gateway retries too. */
const retriesMin = 3;

/** Keeps retries from multiplying the load on upstreams that are already failing. */
export class RetryBudget {
  #calls = 0;
  #retries = 0;

  callStarted(): void {
    this.#calls += 1;
  }

  callEnded(): void {
    this.#calls -= 1;
  }

  /** Whether one more retry may start now. */
  retryAllowed(): boolean {
    return this.#retries < Math.max(retriesMin, Math.floor(this.#calls * retryShare));
  }

  retryStarted(): void {
    this.#retries += 1;
  }

  retryEnded(): void {
    this.#retries -= 1;
  }
}
