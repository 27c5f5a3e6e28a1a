const goldenStep = 0.618_033_988_749_894_9;
/** Together with the golden ratio, this step also spreads pairs evenly. */
const secondStep = 0.754_877_666_246_692_8;

/** Numbers in [0, 1), of which any run is spread evenly. */
export class EvenSequence {
  readonly #step: number;
  #at: number;

  constructor(step = goldenStep, at = 0) {
    this.#step = step;
    this.#at = at;
  }

  next(): number {
    this.#at = (this.#at + this.#step) % 1;
    return this.#at;
  }

  /** A copy that continues from the same position, without moving this one. */
  fork(): EvenSequence {
    return new EvenSequence(this.#step, this.#at);
  }
}

/** The random choices of routing: even sequences, so that weights hold exactly over any series of calls. */
export class Draws {
  readonly weight: EvenSequence;
  readonly first: EvenSequence;
  readonly second: EvenSequence;

  constructor(weight = new EvenSequence(), first = new EvenSequence(), second = new EvenSequence(secondStep)) {
    this.weight = weight;
    this.first = first;
    this.second = second;
  }

  /** A copy that continues from the same position, without moving this one. */
  fork(): Draws {
    return new Draws(this.weight.fork(), this.first.fork(), this.second.fork());
  }
}

/** Index drawn by weight; `at` in [0, 1). The first if none has a weight. */
export function drawByWeight<Entry>(entries: readonly Entry[], weightOf: (entry: Entry) => number, at: number): number {
  let left = at * entries.reduce((sum, entry) => sum + weightOf(entry), 0);
  for (const [index, entry] of entries.entries()) {
    left -= weightOf(entry);
    if (left < 0) return index;
  }
  return 0;
}
