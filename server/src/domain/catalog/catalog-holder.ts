import type { Catalog, CatalogSnapshot, CatalogStore } from './catalog.ts';

/** Holds the catalog in force. Readers take `current` once per call, so one call never sees two catalogs. */
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

  /** Reads everything again; a reload that began earlier never replaces what a later one has read. */
  async reload(): Promise<void> {
    this.#newest += 1;
    const turn = this.#newest;
    const snapshot = await this.#store.load();
    if (turn < this.#inForce) return;
    this.#inForce = turn;
    this.#current = snapshot;
  }
}

/** Loads the catalog once. @throws any error of the store, for example when a sealed upstream key cannot be opened. */
export async function createCatalogHolder(store: CatalogStore): Promise<CatalogHolder> {
  return new CatalogHolder(store, await store.load());
}
