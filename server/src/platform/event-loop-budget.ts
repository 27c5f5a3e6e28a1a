/** Smaller chunks are normal; data that has accumulated behind a busy event loop arrives in large ones. */
const largePieceBytes = 8 * 1024;

/**
 * Divides the turns of the event loop between bulk data and everything else. Once large chunks of this many bytes were handled in one turn,
 * further ones each wait for a separate turn, in order. Otherwise hundreds of fast streams would fill every turn with megabytes, and a
 * small call would wait for all of them at each of its steps.
 */
export class EventLoopBudget {
  readonly #bytesPerTurn: number;
  readonly #waiting: (() => void)[] = [];
  #bytes = 0;
  #scheduled = false;

  constructor(bytesPerTurn: number) {
    this.#bytesPerTurn = bytesPerTurn;
  }

  /** Counts a handled chunk. Returns `false` if this turn has handled enough large ones; continue with `wait`. */
  spend(bytes: number): boolean {
    if (bytes < largePieceBytes) return true;
    this.#bytes += bytes;
    this.#schedule();
    return this.#bytes < this.#bytesPerTurn;
  }

  /** Runs `action` in a later turn, one waiting action per turn. */
  wait(action: () => void): void {
    this.#waiting.push(action);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#bytes = 0;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#schedule();
      next();
    });
  }
}
