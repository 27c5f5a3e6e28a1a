import type { Isolation } from '@tollgate/contract/enumerations';
import type { CatalogSnapshot } from './catalog.ts';
import type { Provider } from './model.ts';

const nobody: readonly Provider[] = [];

/** Whose calls they are. */
export interface Served {
  readonly id: string;
  readonly isolation: Isolation;
}

/**
 * The one place that decides whose upstreams may serve a call: lists to be tried one after the other. An account's own upstreams are
 * in no list of another one's, and whoever keeps to its own has no list of everybody's. The lists are those of the catalogue, so what
 * is remembered of them holds as long as it does.
 */
export function whoServes(catalog: CatalogSnapshot, model: string, { id, isolation }: Served): readonly (readonly Provider[])[] {
  if (isolation === 'shared') return [catalog.providersByModel.get(model) ?? nobody];
  const own = catalog.ownProviders.get(id)?.get(model) ?? nobody;
  return isolation === 'own_only' ? [own] : [own, catalog.providersByModel.get(model) ?? nobody];
}
