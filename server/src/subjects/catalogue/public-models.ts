import type { Model } from '../../domain/catalog/model.ts';
import { isKnownTo } from '../../domain/catalog/known-to.ts';
import { isRetired } from '../../domain/catalog/is-retired.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { missingFor } from './models.ts';

/** Models that can be called now, by name; public. */
export function publicModels(context: ControlContext): readonly Model[] {
  const { day } = context.calendar.now();
  return [...context.catalog.current.models.values()]
    .filter((model) => missingFor(context, model).length === 0 && !isRetired(model, day))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The other models that a model names, without private ones of other accounts. @param accountId of the reader; `null` for the public. */
export function modelsNamedBy({ catalog }: ControlContext, { alternatives, fallback }: Model, accountId: string | null) {
  const isKnown = (name: string): boolean => isKnownTo(catalog.current, name, accountId);
  return {
    alternatives: alternatives.filter(isKnown),
    fallback_model: fallback !== null && isKnown(fallback) ? fallback : null,
  };
}
