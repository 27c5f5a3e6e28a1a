import type { CatalogSnapshot } from './catalog.ts';
import { findNamed } from './find-named.ts';
import type { Model } from './model.ts';

type Offers = Pick<CatalogSnapshot, 'providersByModel' | 'ownProviders'>;

/**
 * Whether a model exists for an account, or for the public (`null`). If only private upstreams offer it, it exists for their accounts alone:
 * its name, kind and dates are not for others.
 */
export function isKnownTo({ providersByModel, ownProviders }: Offers, model: string, accountId: string | null): boolean {
  if (providersByModel.has(model)) return true;
  if (accountId !== null && ownProviders.get(accountId)?.has(model) === true) return true;
  for (const offered of ownProviders.values()) if (offered.has(model)) return false;
  return true;
}

/** Finds a model that exists for an account by name or alias. */
export function findKnown(catalog: CatalogSnapshot, name: string, accountId: string): Model | undefined {
  const model = findNamed(catalog, name);
  return model === undefined || !isKnownTo(catalog, model.name, accountId) ? undefined : model;
}
