import type { KeyEntry } from '../../domain/tenants/directory.ts';
import { modelAllowed } from '../../domain/tenants/model-allowed.ts';
import type { CatalogSnapshot } from '../../domain/catalog/catalog.ts';
import { isRetired } from '../../domain/catalog/is-retired.ts';
import { isKnownTo } from '../../domain/catalog/known-to.ts';
import type { Model } from '../../domain/catalog/model.ts';

/** A sentence with the comparable models that a key may call on that day; empty if there are none. */
export function comparableModels(
  catalog: Pick<CatalogSnapshot, 'models' | 'providersByModel' | 'ownProviders'>,
  { alternatives }: Model,
  { key, subAccount, account }: Pick<KeyEntry, 'account' | 'key' | 'subAccount'>,
  day: number,
): string {
  const names = alternatives.filter((name) => {
    const model = catalog.models.get(name);
    if (model === undefined || isRetired(model, day) || !isKnownTo(catalog, name, account.account.id)) return false;
    return modelAllowed(model, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null);
  });
  return names.length === 0 ? '' : ` Comparable models: ${names.join(', ')}.`;
}
