import type { Model } from '../../domain/catalog/model.ts';
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
