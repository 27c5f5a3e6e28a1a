import { divideHalfUp, type NanoCny } from '@tollgate/contract/money';
import { partsOf } from '@tollgate/contract/quantities';
import type { PromptUsage, Usage } from '@tollgate/contract/usage';
import type { CatalogSnapshot } from './catalog.ts';
import type { Model, Price, PriceVersion } from './model.ts';
import { rateOf, type Circumstances, type FlatRates } from './rate-card.ts';

const tokensPerQuote = 1_000_000n;
/** The factor that leaves list prices unchanged, in parts per million. */
export const listPricePpm = 1_000_000n;

/** The price under which one call is admitted. It is fixed, so a later price change does not affect a running call. */
export interface Quote {
  readonly price: Price;
  readonly multiplierPpm: bigint;
  /** The label of the version. */
  readonly priceVersion: string;
}

/** The properties of an account that determine its price. */
export interface Payer {
  readonly id: string;
  readonly priceMultiplierPpm: bigint;
  readonly plan: { readonly id: string; readonly priceMultiplierPpm: bigint };
}

/** The newest version in force, or `undefined`. Versions are listed oldest first; for equal start times the later version wins. */
export function versionInForce<V extends { readonly fromMs: number }>(versions: readonly V[], atMs: number): V | undefined {
  let found: V | undefined;
  for (const version of versions) {
    if (version.fromMs <= atMs && (found === undefined || version.fromMs >= found.fromMs)) found = version;
  }
  return found;
}

/** An account-specific price, otherwise a plan-specific one. */
function ownPrice(catalog: CatalogSnapshot, model: Model, payer: Payer, atMs: number): Quote | null {
  for (const [kind, id] of [
    ['account', payer.id],
    ['plan', payer.plan.id],
  ] as const) {
    const own = catalog.overrides.get(`${kind}:${id}:${model.name}`);
    const version = own && versionInForce(own.versions, atMs);
    if (version?.price) {
      return { price: version.price, multiplierPpm: listPricePpm, priceVersion: version.label };
    }
  }
  return null;
}

/** The price of a model for a payer at a given time. `null` if no price is in force, so the model cannot be called; its cost is never 0. */
export function quote(catalog: CatalogSnapshot, model: Model, payer: Payer, atMs: number): Quote | null {
  const own = catalog.overrides.size === 0 ? null : ownPrice(catalog, model, payer, atMs);
  if (own !== null) return own;
  const listed: PriceVersion | undefined = versionInForce(model.prices, atMs);
  if (listed === undefined) return null;
  const multiplierPpm = (payer.priceMultiplierPpm * payer.plan.priceMultiplierPpm) / listPricePpm;
  return { price: listed.price, multiplierPpm, priceVersion: listed.label };
}

const ordinary: Circumstances = { requestTimeMs: 0, serviceTier: null };

/**
 * The cost of a usage: the sum of quantity × rate, times the multiplier, rounded half up **once** to a nano-CNY. Cached input has its own
 * rate and is part of the input count. possible-usage.ts ensures that the parts of a usage fit into their wholes.
 */
export function cost(
  price: Price,
  usage: Usage,
  multiplierPpm: bigint = listPricePpm,
  circumstances: Circumstances = ordinary,
): NanoCny {
  return rounded(exactly(price, usage, circumstances), multiplierPpm);
}

/** In millionths of a nano-CNY. */
function exactly(price: Price, usage: Usage, circumstances: Circumstances): bigint {
  const { card } = price;
  return card === null ? plainSum(price, usage) : cardSum(card.flat(card.holding(usage, circumstances)), usage);
}

/** The cost of several prompts in one request, each with its own variants and its own price per call. Rounded once. */
export function costOfPrompts(
  price: Price,
  prompts: readonly PromptUsage[],
  multiplierPpm: bigint,
  requestTimeMs: number,
): NanoCny {
  let sum = 0n;
  for (const prompt of prompts) sum += exactly(price, prompt, { requestTimeMs, serviceTier: prompt.tier });
  return rounded(sum, multiplierPpm);
}

/**
 * The maximum cost of a usage, regardless of which variants apply and how its tokens break down.
 * @param calls the number of calls as which it is priced.
 */
export function worstCost(price: Price, usage: Usage, multiplierPpm: bigint = listPricePpm, calls = 1): NanoCny {
  const { card } = price;
  const once = card === null ? plainSum(price, usage) : cardSum(card.worst, usage);
  const further = BigInt(calls - 1) * (card === null ? price : card.worst).perCall * tokensPerQuote;
  return rounded(once + further, multiplierPpm);
}

/**
 * The only rounding.
 * @param perMillion in millionths of a nano-CNY.
 */
function rounded(perMillion: bigint, multiplierPpm: bigint): NanoCny {
  return divideHalfUp(perMillion * multiplierPpm, tokensPerQuote * listPricePpm);
}

/** In millionths of a nano-CNY. */
function plainSum(price: Price, usage: Usage): bigint {
  return (
    BigInt(usage.inputTokens - usage.cachedTokens) * price.input +
    BigInt(usage.cachedTokens) * price.cachedInput +
    BigInt(usage.outputTokens) * price.output +
    price.perCall * tokensPerQuote
  );
}

/** In millionths of a nano-CNY, the common denominator of prices per 1, 1,000 or 1,000,000. */
function cardSum(flat: FlatRates, usage: Usage): bigint {
  let input = usage.inputTokens - usage.cachedTokens;
  let cached = usage.cachedTokens;
  let output = usage.outputTokens - usage.reasoningTokens;
  let sum = BigInt(usage.reasoningTokens) * flat.reasoning + flat.perCall * tokensPerQuote;
  for (const { name, amount, partOf, per } of partsOf(usage.more)) {
    if (partOf === 'input') input -= amount;
    else if (partOf === 'cached') cached -= amount;
    else if (partOf === 'output') output -= amount;
    sum += BigInt(amount) * rateOf(flat, name) * (tokensPerQuote / BigInt(per));
  }
  return sum + BigInt(input) * flat.input + BigInt(cached) * flat.cachedInput + BigInt(output) * flat.output;
}
