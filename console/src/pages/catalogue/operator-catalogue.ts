import type { PreviewPriceRequest, PricePreviewAnswer, PutModelRequest } from '@tollgate/contract/catalogue/operator-models';
import type { PriceAnswer } from '@tollgate/contract/catalogue/prices';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import { operatorCatalogueApi } from '../../api/clients/operator-catalogue.ts';
import type { OperatorModel } from '../../api/operator-models.ts';
import { nano } from '../../components/money/money-text.ts';

export type OperatorPrice = PriceAnswer;
export type PricePreview = PricePreviewAnswer;

/** @throws {ApiError} 400 naming `confirm` for a tenfold change; 409 if someone else has changed the model since `if_revision`. */
export function putModel(name: string, body: PutModelRequest): Promise<OperatorModel> {
  return operatorCatalogueApi.putModel({ params: { '*': name }, body });
}

/** @throws {ApiError} 409 while a provider serves it. */
export function deleteModel(name: string): Promise<OperatorModel> {
  return operatorCatalogueApi.deleteModel({ params: { '*': name } });
}

export function previewPrice(body: PreviewPriceRequest, signal: AbortSignal): Promise<PricePreview> {
  return operatorCatalogueApi.previewPrice({ body, signal });
}

export interface Supplier {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly upstreamModel: string;
  readonly cost: OperatorPrice | null;
}

/** The providers that serve a model for all accounts, enabled or not. */
export function suppliersOf(providers: readonly ProviderAnswer[], model: string): readonly Supplier[] {
  return providers
    .filter(({ account_id: owner }) => owner === null)
    .flatMap(({ id, name, enabled, models }) =>
      models
        .filter((offer) => offer.model === model)
        .map(({ upstream_model: upstreamModel, cost }) => ({ id, name, isEnabled: enabled, upstreamModel, cost })),
    );
}

/** The margin of an amount after its cost, in parts of ten thousand, rounded down; null without an amount. */
export function marginParts(amount: string, cost: string): number | null {
  const whole = nano(amount);
  if (whole === 0n) return null;
  const part = (whole - nano(cost)) * 10_000n;
  return Number(part / whole) - (part % whole < 0n ? 1 : 0);
}

/** The rates of a price that are compared with costs. */
function comparable(price: OperatorPrice): readonly (readonly [name: string, amount: string])[] {
  const { input, cached_input: cached, output, per_call: call, rates = {} } = price;
  return [...Object.entries({ input, cached_input: cached, output, per_call: call }), ...Object.entries(rates)];
}

/** The smallest margin of any rate at any enabled provider with a known cost, in parts of ten thousand; null if none is known. */
export function leastMargin(price: OperatorPrice | null, suppliers: readonly Supplier[]): number | null {
  if (price === null) return null;
  const lines = new Map(comparable(price));
  const margins = suppliers
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ cost }) => (cost === null ? [] : comparable(cost)))
    .flatMap(([name, cost]) => {
      const amount = lines.get(name);
      if (amount === undefined || nano(cost) === 0n) return [];
      // A cost without a price is a complete loss.
      return [marginParts(amount, cost) ?? -10_000];
    });
  return margins.length === 0 ? null : Math.min(...margins);
}

/**
 * Future versions of the price, earliest first. Of versions with equal starts only the last counts, and one that changes nothing is a
 * withdrawal.
 */
export function plannedVersions(model: OperatorModel, nowMs: number): OperatorModel['prices'] {
  const { prices } = model;
  return prices
    .filter(({ from, version, price }) => {
      const atMs = Date.parse(from);
      const isReplaced = prices.some((other) => other.version > version && Date.parse(other.from) === atMs);
      return atMs > nowMs && !isReplaced && JSON.stringify(price) !== JSON.stringify(priceBefore(model, atMs));
    })
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
}

/** The price in force just before a time; null if there is none. */
export function priceBefore({ prices }: OperatorModel, atMs: number): OperatorPrice | null {
  let found: OperatorModel['prices'][number] | null = null;
  for (const one of prices)
    if (Date.parse(one.from) < atMs && (found === null || Date.parse(one.from) >= Date.parse(found.from))) found = one;
  return found?.price ?? null;
}
