/** So many that making the map anew costs next to nothing for each, and few enough that they seldom outlive two minor collections. */
const removalsMin = 256;

/**
 * A map for entries that come and go with each call. The engine's own map replaces its table whenever removed entries have filled
 * it, and a table that was replaced keeps its successor alive: once a single one has grown old, all that follow, and every entry
 * in them, stay until the next full collection. A map that is made anew now and then ends that chain.
 */
export class RenewedMap<Key, Value> {
  #entries = new Map<Key, Value>();
  #removals = 0;

  get size(): number {
    return this.#entries.size;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
  }

  /** While the map is gone through, what is deleted may still be visited. */
  delete(key: Key): void {
    if (!this.#entries.delete(key)) return;
    this.#removals += 1;
    if (this.#removals < removalsMin || this.#removals < 4 * this.#entries.size) return;
    this.#entries = new Map(this.#entries);
    this.#removals = 0;
  }

  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}
