import { isKnownTo } from '../../domain/catalog/known-to.ts';
import type { CatalogSnapshot } from '../../domain/catalog/catalog.ts';
import { isRetired } from '../../domain/catalog/is-retired.ts';
import { modelAllowed } from '../../domain/tenants/model-allowed.ts';
import type { KeyEntry } from '../../domain/tenants/directory.ts';

const namesMax = 3;
/** Longer than every name; whatever is longer is not compared. */
const nameLengthMax = 200;

/** What people mean by a name, without vendor, case and punctuation: `talk25` of `Maker/Talk-2.5`. */
function coreOf(name: string): string {
  if (name.length > nameLengthMax) return '';
  return name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Names, in quotation marks, of models that this key may call and that are written almost like this one. */
export function similarModels(
  catalog: Pick<CatalogSnapshot, 'models' | 'providersByModel' | 'ownProviders'>,
  name: string,
  { key, subAccount, account }: Pick<KeyEntry, 'account' | 'key' | 'subAccount'>,
  day: number,
): readonly string[] {
  const core = coreOf(name);
  if (core === '') return [];
  const found: string[] = [];
  for (const model of catalog.models.values()) {
    if (![model.name, ...model.aliases].some((known) => coreOf(known) === core)) continue;
    if (model.prices.length === 0 || isRetired(model, day) || !isKnownTo(catalog, model.name, account.account.id)) continue;
    if (!modelAllowed(model, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null)) continue;
    found.push(JSON.stringify(model.name));
    if (found.length === namesMax) break;
  }
  return found;
}
