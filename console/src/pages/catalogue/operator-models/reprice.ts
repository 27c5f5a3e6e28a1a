import type { PriceRequest } from '@tollgate/contract/catalogue/prices';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { divideHalfUp, formatExact, parseAmount } from '@tollgate/contract/money';
import { nano } from '../../../components/money/money-text.ts';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { suppliersOf, type OperatorPrice } from '../operator-catalogue.ts';
import { draftOf, priceOf } from '../price-draft.ts';

/** Prices have at most six decimals, which is a step of a thousand nano-CNY. */
const step = 1_000n;
const hundredPercent = 100n * 1_000_000_000n;

/** A rate plus a surcharge in percent, rounded half up to six decimals. */
function withSurcharge(rate: string, surchargePercent: string): string {
  const factor = hundredPercent + parseAmount(surchargePercent);
  return formatExact(divideHalfUp(nano(rate) * factor, hundredPercent * step) * step);
}

/** The price for a cost plus a surcharge, with all rates and variants of the cost. */
function repriced(cost: OperatorPrice, surchargePercent: string): OperatorPrice {
  const all = <Name extends string>(rates: Readonly<Record<Name, string>>): Record<Name, string> =>
    Object.fromEntries(
      Object.entries<string>(rates).map(([name, rate]) => [name, withSurcharge(rate, surchargePercent)]),
    ) as Record<Name, string>;
  const { input, cached_input, output, per_call, rates, variants } = cost;
  return {
    ...all({ input, cached_input, output, per_call }),
    ...(rates === undefined ? {} : { rates: all(rates) }),
    ...(variants === undefined ? {} : { variants: variants.map((variant) => ({ ...variant, rates: all(variant.rates) })) }),
  };
}

/** A model whose price would change. */
export interface Reprice {
  readonly model: OperatorModel;
  readonly after: OperatorPrice;
  readonly request: PriceRequest;
}

interface Rule {
  /** The provider whose costs apply. */
  readonly providerId: string;
  readonly surchargePercent: string;
  /** UTC offset of the service time zone. */
  readonly offset: string;
}

/** The models that a provider serves at a known cost and whose price would change with a surcharge. */
export function repricesOf(
  models: readonly OperatorModel[],
  providers: Parameters<typeof suppliersOf>[0],
  { providerId, surchargePercent, offset }: Rule,
): readonly Reprice[] {
  return models.flatMap((model) => {
    const cost = suppliersOf(providers, model.name).find(({ id }) => id === providerId)?.cost ?? null;
    if (cost === null) return [];
    const after = repriced(cost, surchargePercent);
    const isSame = model.price !== null && JSON.stringify(after) === JSON.stringify(model.price);
    return isSame ? [] : [{ model, after, request: priceOf(draftOf(after, model.kind as ModelKind, offset)) }];
  });
}
