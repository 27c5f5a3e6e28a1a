import type { PriceRequest } from '@tollgate/contract/admin/prices';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import { isMeasured, measurable } from '@tollgate/contract/measured-quantities';
import { baseFields } from '../domain/catalog/shown-card.ts';
import { invalid } from './control-context.ts';

/** All rates that a price names, each with its place. */
function ratesOf({ rates = {}, variants = [] }: PriceRequest): readonly (readonly [place: string, name: string, rate: string])[] {
  const all = [
    ['rates', rates] as const,
    ...variants.map((variant, at) => [`variants[${String(at)}].rates`, variant.rates] as const),
  ];
  return all.flatMap(([place, named]) => Object.entries(named).map(([name, rate]) => [`${place}.${name}`, name, rate] as const));
}

/** Zero says that nothing is charged, which is true; and every price has lines for the usual counts. */
function isHarmless(name: string, rate: string): boolean {
  return name in baseFields || !/[1-9]/.test(rate);
}

/**
 * Refuses a rate that nothing would ever be charged by.
 * @param kind of the model; `null` where nobody has entered it yet: then what is counted of any kind
 * @throws {ApiError} 400 naming the rate and what can have one.
 */
export function requireMeasured(param: string, request: PriceRequest, kind: ModelKind | null): void {
  const kinds = kind === null ? modelKinds : [kind];
  for (const [place, name, rate] of ratesOf(request)) {
    if (isHarmless(name, rate) || kinds.some((one) => isMeasured(name, one))) continue;
    const of = kind === null ? 'of any model' : `of models of the kind "${kind}"`;
    const usable = [...new Set(kinds.flatMap((one) => measurable(one)))];
    const can = usable.length === 0 ? 'nothing beside input, output and calls' : usable.join(', ');
    throw invalid(`${param}.${place}`, `would never be charged: no provider reports it ${of}. Rates are possible for: ${can}`);
  }
}
