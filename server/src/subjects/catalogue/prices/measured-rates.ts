import type { PriceRequest } from '@tollgate/contract/catalogue/prices';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import { isMeasured, measurable } from '@tollgate/contract/calls/measured-quantities';
import { baseFields } from '../../../domain/catalog/shown-card.ts';
import { invalid } from '../../../control/control-context.ts';

/** All rates in a price, with their paths. */
function ratesOf({ rates = {}, variants = [] }: PriceRequest): readonly (readonly [place: string, name: string, rate: string])[] {
  const all = [
    ['rates', rates] as const,
    ...variants.map((variant, at) => [`variants[${String(at)}].rates`, variant.rates] as const),
  ];
  return all.flatMap(([place, named]) => Object.entries(named).map(([name, rate]) => [`${place}.${name}`, name, rate] as const));
}

/** A zero rate never changes a charge, and every price has the four standard lines. */
function isHarmless(name: string, rate: string): boolean {
  return name in baseFields || !/[1-9]/.test(rate);
}

/**
 * Refuses a rate that would never be charged.
 * @param kind of the model; `null` if it does not exist yet, which allows the rates of every kind
 * @throws {ApiError} 400 with the rate and the possible rates.
 */
export function requireMeasured(param: string, request: PriceRequest, kind: ModelKind | null): void {
  const kinds = kind === null ? modelKinds : [kind];
  for (const [place, name, rate] of ratesOf(request)) {
    if (isHarmless(name, rate) || kinds.some((one) => isMeasured(name, one))) continue;
    const of = kind === null ? 'for any model' : `for models of the kind "${kind}"`;
    const usable = [...new Set(kinds.flatMap((one) => measurable(one)))];
    const can = usable.length === 0 ? 'input, output and calls only' : usable.join(', ');
    throw invalid(`${param}.${place}`, `would never be charged: no provider reports it ${of}. Possible rates: ${can}`);
  }
}
