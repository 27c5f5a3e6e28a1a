import type { PriceRequest } from '@tollgate/contract/admin/prices';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import { isMeasured, measurable } from '@tollgate/contract/measured-quantities';
import { invalid } from './control-context.ts';

/** Zero says that nothing is charged, which is true. */
function isNothing(rate: string): boolean {
  return !/[1-9]/.test(rate);
}

/**
 * Refuses a rate that nothing would ever be charged by.
 * @param kind of the model; `null` where nobody has entered it yet: then what is counted of any kind
 * @throws {ApiError} 400 naming the rate and what can have one.
 */
export function requireMeasured(param: string, request: PriceRequest, kind: ModelKind | null): void {
  const kinds = kind === null ? modelKinds : [kind];
  const { rates = {}, variants = [], input, cached_input, output, per_call } = request;
  const base = Object.entries({ input, cached_input, output, per_call }).filter(([, rate]) => rate !== undefined);
  const lines = [
    ...(base as [string, string][]).map(([name, rate]) => [`${param}.${name}`, name, rate] as const),
    ...Object.entries(rates).map(([name, rate]) => [`${param}.rates.${name}`, name, rate] as const),
    ...variants.flatMap((variant, at) =>
      Object.entries(variant.rates).map(
        ([name, rate]) => [`${param}.variants[${String(at)}].rates.${name}`, name, rate] as const,
      ),
    ),
  ];
  for (const [place, name, rate] of lines) {
    if (isNothing(rate) || kinds.some((one) => isMeasured(name, one))) continue;
    const of = kind === null ? 'any model' : `models of the kind "${kind}"`;
    const can = [...new Set(kinds.flatMap((one) => measurable(one)))].join(', ');
    throw invalid(
      place,
      `is a rate for what no provider reports of ${of}, so it would never be charged. Rates are possible for: ${can}`,
    );
  }
}
