import type { CatalogSnapshot } from './catalog.ts';
import type { PriceVersion } from './model.ts';
import { readLabel } from './price-label.ts';

/** Fields of a call that identify its price. */
export interface PricedBy {
  readonly accountId: string;
  /** Label of the price; `null` if the call had no price. */
  readonly priceVersion: string | null;
}

/** All list prices ever stored for a model name, including those of deleted models. */
export type PricesOf = (model: string) => Promise<readonly PriceVersion[]>;

/** Finds the price version that a call names, including list prices of deleted models and withdrawn prices; `null` if there is none. */
export async function findPriceVersion(
  { models, overrides }: Pick<CatalogSnapshot, 'models' | 'overrides'>,
  { accountId, priceVersion }: PricedBy,
  pricesOf: PricesOf,
): Promise<PriceVersion | null> {
  const label = priceVersion === null ? null : readLabel(priceVersion);
  if (label === null) return null;
  const { model, owner, version } = label;
  if (owner.kind === 'list') {
    const isNamed = (one: PriceVersion): boolean => one.version === version;
    return models.get(model)?.prices.find(isNamed) ?? (await pricesOf(model)).find(isNamed) ?? null;
  }
  const ownerId = owner.kind === 'account' ? accountId : owner.planId;
  const own = ownerId === null ? undefined : overrides.get(`${owner.kind}:${ownerId}:${model}`);
  const isNamed = (one: { readonly version: number; readonly price: PriceVersion['price'] | null }): one is PriceVersion =>
    one.version === version && one.price !== null;
  return own?.versions.find(isNamed) ?? null;
}
