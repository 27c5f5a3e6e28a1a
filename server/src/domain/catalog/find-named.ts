import type { CatalogSnapshot } from './catalog.ts';
import type { Model } from './model.ts';

/** Finds a model by name or alias. */
export function findNamed({ models, aliases }: Pick<CatalogSnapshot, 'models' | 'aliases'>, name: string): Model | undefined {
  return models.get(name) ?? aliases.get(name);
}
