import { inTime } from '../wait-for.ts';

/** A point where the upstream stops until the test lets it continue. Tests synchronise with these, never with time. */
export class Gate {
  readonly #opened = Promise.withResolvers<undefined>();
  readonly #reached = Promise.withResolvers<undefined>();

  /** Resolves when the upstream is at the gate: everything before it was written. */
  get reached(): Promise<void> {
    return inTime(this.#reached.promise, { what: 'the upstream stands at a gate' });
  }

  open(): void {
    this.#opened.resolve(undefined);
  }

  /** Called by the upstream. */
  pass(): Promise<void> {
    this.#reached.resolve(undefined);
    return this.#opened.promise;
  }
}

/** Lets the upstream take single steps: each `release` allows one more. For trickles and paced streams. */
export class Valve {
  #free = 0;
  #waiting: (() => void)[] = [];

  /** Number of steps taken so far. */
  passed = 0;

  release(steps = 1): void {
    this.#free += steps;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  async pass(): Promise<void> {
    while (this.#free === 0) await new Promise<void>((wake) => this.#waiting.push(wake));
    this.#free -= 1;
    this.passed += 1;
  }
}
