import type { Catalog, CatalogSnapshot, CatalogStore } from './catalog.ts';

/** Holds the catalogue in force. Readers take `current` once per call, so that one call never sees two catalogues. */
export class CatalogHolder implements Catalog {
  readonly #store: CatalogStore;
  #current: CatalogSnapshot;
  #newest = 0;
  #inForce = 0;

  constructor(store: CatalogStore, first: CatalogSnapshot) {
    this.#store = store;
    this.#current = first;
  }

  get current(): CatalogSnapshot {
    return this.#current;
  }

  /** Loads everything again. A reload never replaces the result of one that began later. */
  async reload(): Promise<void> {
    this.#newest += 1;
    const turn = this.#newest;
    const snapshot = await this.#store.load();
    if (turn < this.#inForce) return;
    this.#inForce = turn;
    this.#current = snapshot;
  }
}

/**
 * Loads the catalogue once.
 * @throws any error of the store, for example if a sealed upstream key cannot be opened.
 */
export async function createCatalogHolder(store: CatalogStore): Promise<CatalogHolder> {
  return new CatalogHolder(store, await store.load());
}
