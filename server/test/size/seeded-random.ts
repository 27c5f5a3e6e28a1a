/** A small fast generator (xorshift128), so that a seed gives the same books on every machine. */
export class SeededRandom {
  #x: number;
  #y: number;
  #z = 0x243f6a88;
  #w = 0xb7e15162;

  constructor(seed: number) {
    this.#x = seed ^ 0x9e3779b9;
    this.#y = seed | 1;
    for (let turn = 0; turn < 20; turn += 1) this.uint32();
  }

  uint32(): number {
    const mixed = this.#x ^ (this.#x << 11);
    this.#x = this.#y;
    this.#y = this.#z;
    this.#z = this.#w;
    this.#w = (this.#w ^ (this.#w >>> 19) ^ mixed ^ (mixed >>> 8)) >>> 0;
    return this.#w;
  }

  /** From 0 to 1, exclusive. */
  fraction(): number {
    return this.uint32() / 2 ** 32;
  }

  /** An integer from 0 to `end`, exclusive. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }
}

/** Draws indexes 0 … n-1 by weight in constant time (Vose's alias method). */
export class WeightedPick {
  readonly #threshold: Float64Array;
  readonly #alias: Uint32Array;

  constructor(weights: readonly number[]) {
    const size = weights.length;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const scaled = Float64Array.from(weights, (weight) => (weight * size) / total);
    this.#threshold = new Float64Array(size).fill(1);
    this.#alias = new Uint32Array(size);
    const small: number[] = [];
    const large: number[] = [];
    for (const [place, weight] of scaled.entries()) (weight < 1 ? small : large).push(place);
    for (let low = small.pop(), high = large.at(-1); low !== undefined && high !== undefined;) {
      const weight = scaled[low] ?? 1;
      this.#threshold[low] = weight;
      this.#alias[low] = high;
      const rest = (scaled[high] ?? 1) - (1 - weight);
      scaled[high] = rest;
      if (rest < 1) {
        large.pop();
        small.push(high);
      }
      low = small.pop();
      high = large.at(-1);
    }
  }

  draw(random: SeededRandom): number {
    const place = random.below(this.#alias.length);
    return random.fraction() < (this.#threshold[place] ?? 1) ? place : (this.#alias[place] ?? 0);
  }
}
