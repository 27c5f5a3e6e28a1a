import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import type { Model, PriceVersion, Provider } from './model.ts';

/**
 * A price that replaces the list price and its multipliers for one plan or account. If the price is `null`, it is withdrawn from then on.
 */
export interface PriceOverride {
  readonly ownerKind: PriceOwnerKind;
  readonly ownerId: string;
  readonly model: string;
  readonly versions: readonly (Omit<PriceVersion, 'price'> & { readonly price: PriceVersion['price'] | null })[];
}

/** All models for sale and all providers that serve them, as of one moment. Replaced as a whole when an operator changes it. */
export interface CatalogSnapshot {
  readonly models: ReadonlyMap<string, Model>;
  /** Models by alias; a name in `models` takes precedence. */
  readonly aliases: ReadonlyMap<string, Model>;
  readonly providers: readonly Provider[];
  /** Model name → the shared providers that serve it, best priority first. */
  readonly providersByModel: ReadonlyMap<string, readonly Provider[]>;
  /** Account → model name → its private upstreams that serve it, best priority first. Use `providers-serving.ts`. */
  readonly ownProviders: ReadonlyMap<string, ReadonlyMap<string, readonly Provider[]>>;
  /** `plan:<id>:<model>` or `account:<id>:<model>`. */
  readonly overrides: ReadonlyMap<string, PriceOverride>;
}

/** Holds the snapshot in force. */
export interface Catalog {
  readonly current: CatalogSnapshot;
}

export interface CatalogStore {
  load(): Promise<CatalogSnapshot>;
}
