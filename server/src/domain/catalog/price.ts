import { divideHalfUp, type NanoCny } from '@tollgate/contract/money';
import type { Usage } from '@tollgate/contract/usage';
import type { CatalogSnapshot } from './catalog.ts';
import type { Model, Price, PriceVersion } from './model.ts';

const tokensPerQuote = 1_000_000n;
/** The factor that leaves list prices as they are, in parts per million. */
export const listPricePpm = 1_000_000n;

/** The price one call is admitted under; pinned, so a later price change cannot reach a running call. */
export interface Quote {
  readonly price: Price;
  readonly multiplierPpm: bigint;
  /** `model@3`, or `model@account-2` / `model@plan-2` for a price of the account's or plan's own. */
  readonly priceVersion: string;
}

/** What of an account decides what it pays. */
export interface Payer {
  readonly id: string;
  readonly priceMultiplierPpm: bigint;
  readonly plan: { readonly id: string; readonly priceMultiplierPpm: bigint };
}

/** The newest version in force, or `undefined`. Versions are listed oldest first; equal starts are decided by the later version. */
export function versionInForce<V extends { readonly fromMs: number }>(versions: readonly V[], atMs: number): V | undefined {
  let found: V | undefined;
  for (const version of versions) {
    if (version.fromMs <= atMs && (found === undefined || version.fromMs >= found.fromMs)) found = version;
  }
  return found;
}

/** A price of the account's own, else of its plan's own. */
function ownPrice(catalog: CatalogSnapshot, model: Model, payer: Payer, atMs: number): Quote | null {
  for (const [kind, id] of [
    ['account', payer.id],
    ['plan', payer.plan.id],
  ] as const) {
    const own = catalog.overrides.get(`${kind}:${id}:${model.name}`);
    const version = own && versionInForce(own.versions, atMs);
    if (version?.price) {
      return {
        price: version.price,
        multiplierPpm: listPricePpm,
        priceVersion: `${model.name}@${kind}-${String(version.version)}`,
      };
    }
  }
  return null;
}

/** Prices a model for a payer at a moment. `null`: nothing in force, so the model cannot be called (never cost 0). */
export function quote(catalog: CatalogSnapshot, model: Model, payer: Payer, atMs: number): Quote | null {
  const own = catalog.overrides.size === 0 ? null : ownPrice(catalog, model, payer, atMs);
  if (own !== null) return own;
  const listed: PriceVersion | undefined = versionInForce(model.prices, atMs);
  if (listed === undefined) return null;
  const multiplierPpm = (payer.priceMultiplierPpm * payer.plan.priceMultiplierPpm) / listPricePpm;
  return { price: listed.price, multiplierPpm, priceVersion: `${model.name}@${String(listed.version)}` };
}

/**
 * What a usage costs: sum of quantity × rate, times the multiplier, rounded half up **once** to a nano-CNY.
 * Cached input is priced at its own rate and is part of the input count.
 */
export function cost(price: Price, usage: Usage, multiplierPpm: bigint = listPricePpm): NanoCny {
  const perMillion =
    BigInt(usage.inputTokens - usage.cachedTokens) * price.input +
    BigInt(usage.cachedTokens) * price.cachedInput +
    BigInt(usage.outputTokens) * price.output +
    price.perCall * tokensPerQuote;
  return divideHalfUp(perMillion * multiplierPpm, tokensPerQuote * listPricePpm);
}
