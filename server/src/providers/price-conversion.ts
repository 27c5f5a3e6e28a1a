import { divideHalfUp, formatExact, nanoPerCny, parseAmount, type NanoCny } from '@tollgate/contract/money';
import type { ListPrice } from './provider.ts';

/** Decimal strings in CNY per 1,000,000 tokens, at most 6 decimals, as the price list takes them. */
export interface PriceText {
  readonly input: string;
  readonly cached_input: string;
  readonly output: string;
  readonly per_call?: string;
  /** By the names of quantities. */
  readonly rates?: Readonly<Record<string, string>>;
}

export interface Rates {
  /** Nano-CNY for 1 USD. */
  readonly usdCny: NanoCny;
  /** Added to what a model costs, in parts per million. */
  readonly marginPpm: bigint;
}

const ppm = 1_000_000n;
/** The price list takes 6 decimals; finer digits of a conversion are rounded half up, once. */
const finest = 1_000n;

/** One line of a price in CNY with the margin on top. */
export function convertRate(list: string, currency: ListPrice['currency'], { usdCny, marginPpm }: Rates): string {
  const rate = currency === 'USD' ? usdCny : nanoPerCny;
  const exact = parseAmount(list) * rate * (ppm + marginPpm);
  return formatExact(divideHalfUp(exact, nanoPerCny * ppm * finest) * finest);
}

/** A list price in CNY with the margin on top; with margin 0 it is what the vendor charges us. */
export function convertPrice(price: ListPrice, rates: Rates): PriceText {
  const at = (list: string): string => convertRate(list, price.currency, rates);
  const tokens = { input: at(price.input), cached_input: at(price.cachedInput ?? price.input), output: at(price.output ?? '0') };
  return price.song === undefined ? tokens : { ...tokens, per_call: '0', rates: { song: at(price.song) } };
}
