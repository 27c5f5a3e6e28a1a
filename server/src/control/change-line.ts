/**
 * Lets one change of the control plane through at a time, so that a change always starts from what the one before it
 * left, and the live entries are brought up to date in the order in which the database was.
 */
export class ChangeLine {
  readonly #exclusively: <Result>(change: () => Promise<Result>) => Promise<Result>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param exclusively keeps other processes from changing anything meanwhile, where there are any. */
  constructor(exclusively: <Result>(change: () => Promise<Result>) => Promise<Result> = (change) => change()) {
    this.#exclusively = exclusively;
  }

  run<Result>(change: () => Promise<Result>): Promise<Result> {
    const turn = (): Promise<Result> => this.#exclusively(change);
    const result = this.#last.then(turn, turn);
    // A failed change is told to whoever asked for it; the next one starts all the same.
    this.#last = result.catch(() => undefined);
    return result;
  }
}
