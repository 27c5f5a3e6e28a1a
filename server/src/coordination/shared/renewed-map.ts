/** High enough that rebuilding the map costs next to nothing per entry, low enough that entries rarely survive two minor collections. */
const removalsMin = 256;

/**
 * A map for entries that are added and removed with each call. The engine's map replaces its table when removed entries have filled it, and
 * a replaced table keeps its successor alive. Once one table is old, all later ones and every entry in them stay until the next full
 * collection. Rebuilding the map now and then ends that chain.
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

  /** During an iteration of the map, deleted entries may still be visited. */
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
