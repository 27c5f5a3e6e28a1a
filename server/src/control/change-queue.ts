import type { OtherNodes } from './other-nodes-ports.ts';

/** The other nodes, if there are any. */
interface Beside {
  /** Keeps other processes from changing anything while the change runs. */
  readonly exclusively?: <Result>(change: () => Promise<Result>) => Promise<Result>;
  readonly others?: Pick<OtherNodes, 'caughtUp'> | null;
}

/**
 * Runs one change of the control plane at a time. Every change therefore starts from the result of the previous one, and the live entries
 * are updated in the same order as the database.
 */
export class ChangeQueue {
  readonly #exclusively: NonNullable<Beside['exclusively']>;
  readonly #others: Pick<OtherNodes, 'caughtUp'> | null;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ exclusively = (change) => change(), others = null }: Beside = {}) {
    this.#exclusively = exclusively;
    this.#others = others;
  }

  run<Result>(change: () => Promise<Result>): Promise<Result> {
    // A change also depends on data in memory, which must include the previous change of any node.
    const current = async (): Promise<Result> => {
      await this.#others?.caughtUp();
      return await change();
    };
    const turn = (): Promise<Result> => this.#exclusively(current);
    const result = this.#last.then(turn, turn);
    // A failed change is reported to its caller; the next one starts anyway.
    this.#last = result.catch(() => undefined);
    return result;
  }
}
