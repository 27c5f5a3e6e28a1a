import type { CatalogSnapshot } from './catalog.ts';
import type { PriceVersion } from './model.ts';
import { readLabel } from './price-label.ts';

/** The pricing data of a call. */
export interface PricedBy {
  readonly accountId: string;
  /** A label; `null` if it had no price. */
  readonly priceVersion: string | null;
}

/** All list prices ever kept under a name, those of deleted models included. */
export type PricesOf = (model: string) => Promise<readonly PriceVersion[]>;

/** The version of a price that a call names, of models that were deleted and prices that were withdrawn too; `null` if none is. */
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
