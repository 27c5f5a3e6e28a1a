import { seededRandom } from '../proofs/seed.ts';

/** Draws all random events of a simulated world: the same seed gives the same events. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** In [0, 1). */
  real(): number {
    return this.#next();
  }

  /** An integer from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  /** Usually near `min`, rarely up to `max`: for delays and lengths. */
  skewed(min: number, max: number): number {
    return min + Math.floor(this.#next() ** 4 * (max - min + 1));
  }

  happens(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** One of the names, drawn by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let left = this.#next() * names.reduce((sum, name) => sum + weights[name], 0);
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    return this.pick(names);
  }

  fill(block: Uint8Array): void {
    for (let at = 0; at < block.length; at += 1) block[at] = Math.floor(this.#next() * 256);
  }

  /** Independent of anything drawn from this one later. */
  fork(): Chance {
    return new Chance(Math.floor(this.#next() * 4_294_967_296));
  }
}
