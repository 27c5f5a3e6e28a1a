/**
 * Lets one change of the control plane through at a time, so that a change always starts from what the one before it
 * left, and the live entries are brought up to date in the order in which the database was.
 */
export class ChangeLine {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(change, change);
    // A failed change is told to whoever asked for it; the next one starts all the same.
    this.#last = result.catch(() => undefined);
    return result;
  }
}
