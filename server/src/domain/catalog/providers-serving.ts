import type { Isolation } from '@tollgate/contract/enumerations';
import type { CatalogSnapshot } from './catalog.ts';
import type { Provider } from './model.ts';

const nobody: readonly Provider[] = [];

/** The caller's account. */
export interface Served {
  readonly id: string;
  readonly isolation: Isolation;
}

/**
 * The one place that decides whose upstreams may serve a call: lists to try in order. An account's private upstreams appear in no list of
 * another account, and an account restricted to its private ones has no shared list. The lists are those of the catalogue, so data derived
 * from them is valid as long as the catalogue is.
 */
export function providersServing(
  catalog: CatalogSnapshot,
  model: string,
  { id, isolation }: Served,
): readonly (readonly Provider[])[] {
  if (isolation === 'shared') return [catalog.providersByModel.get(model) ?? nobody];
  const own = catalog.ownProviders.get(id)?.get(model) ?? nobody;
  return isolation === 'own_only' ? [own] : [own, catalog.providersByModel.get(model) ?? nobody];
}
