import { divideHalfUp, formatExact, nanoPerCny, parseAmount, type NanoCny } from '@tollgate/contract/money';
import type { ListPrice } from './provider.ts';

/** Decimal strings in CNY per 1,000,000 tokens, with at most 6 decimals, as price lists accept them. */
export interface PriceText {
  readonly input: string;
  readonly cached_input: string;
  readonly output: string;
  readonly per_call?: string;
  /** By name of the quantity. */
  readonly rates?: Readonly<Record<string, string>>;
}

export interface Rates {
  /** Nano-CNY for 1 USD. */
  readonly usdCny: NanoCny;
  /** Added to a model's cost, in parts per million. */
  readonly marginPpm: bigint;
}

const ppm = 1_000_000n;
/** Price lists accept 6 decimals; further digits of a conversion are rounded half up, once. */
const finest = 1_000n;

/** Rates from decimal texts: CNY for 1 USD, and a margin in percent. @throws {AmountError} */
export function readRates(usdCny: string, marginPercent: string): Rates {
  return { usdCny: parseAmount(usdCny), marginPpm: parseAmount(marginPercent) / 100_000n };
}

/** One line of a price in CNY, including the margin. */
export function convertRate(list: string, currency: ListPrice['currency'], { usdCny, marginPpm }: Rates): string {
  const rate = currency === 'USD' ? usdCny : nanoPerCny;
  const exact = parseAmount(list) * rate * (ppm + marginPpm);
  return formatExact(divideHalfUp(exact, nanoPerCny * ppm * finest) * finest);
}

/** A list price in CNY, including the margin; with margin 0 it is what the vendor charges us. */
export function convertPrice(price: ListPrice, rates: Rates): PriceText {
  const at = (list: string): string => convertRate(list, price.currency, rates);
  const tokens = { input: at(price.input), cached_input: at(price.cachedInput ?? price.input), output: at(price.output ?? '0') };
  return price.song === undefined ? tokens : { ...tokens, per_call: '0', rates: { song: at(price.song) } };
}
