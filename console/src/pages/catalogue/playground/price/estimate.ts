import { divideHalfUp, formatExact, nanoPerCny, type NanoCny } from '@tollgate/contract/money';
import { isQuantityName, lessSpecific, quantityKind, type QuantityName } from '@tollgate/contract/quantities';
import type { OwnModel } from '../../../../api/models.ts';
import { nano } from '../../../../components/money/money-text.ts';

export type Price = NonNullable<OwnModel['price']>;

export interface Amount {
  /** `input`, `output`, `per_call`, or another quantity of the price. */
  readonly quantity: string;
  readonly count: number;
}

export interface PriceLine extends Amount {
  readonly rate: string;
  readonly unit: number;
  readonly amount: string;
}

export interface Estimate {
  readonly lines: readonly PriceLine[];
  /** The effect of the account's multiplier; null if it is 1. */
  readonly byMultiplier: string | null;
  readonly total: string;
}

function times(amount: NanoCny, multiplier: string): NanoCny {
  return divideHalfUp(amount * nano(multiplier), nanoPerCny);
}

/** Final rates of an account, for display; charges apply the multiplier once, to the total of a call. */
export function paidPrice({ price, price_multiplier: multiplier }: Pick<OwnModel, 'price' | 'price_multiplier'>): Price | null {
  if (price === null || nano(multiplier) === nanoPerCny) return price;
  const paid = (rate: string): string => formatExact(times(nano(rate), multiplier));
  const { rates } = price;
  return {
    ...price,
    input: paid(price.input),
    cached_input: paid(price.cached_input),
    output: paid(price.output),
    per_call: paid(price.per_call),
    ...(rates === undefined
      ? {}
      : { rates: Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, paid(rate)])) }),
  };
}

function listedRate(price: Price, name: QuantityName): string | null {
  const rate = price.rates?.[name];
  if (rate !== undefined) return rate;
  const wider = lessSpecific(name);
  return wider === null ? null : listedRate(price, wider);
}

/** The rate for `unit` of a quantity; null if the price does not include it. */
export function rateOf(price: Price, quantity: string): { readonly rate: string; readonly unit: number } | null {
  if (quantity === 'input' || quantity === 'output') return { rate: price[quantity], unit: 1_000_000 };
  if (quantity === 'per_call') return { rate: price.per_call, unit: 1 };
  if (!isQuantityName(quantity)) return null;
  const rate = listedRate(price, quantity);
  return rate === null ? null : { rate, unit: quantityKind(quantity)?.per ?? 1 };
}

/** The cost of these amounts without price variants, whose conditions depend on the call. */
export function estimate(price: Price, multiplier: string, amounts: readonly Amount[]): Estimate {
  let sum: NanoCny = 0n;
  const lines = [...amounts, { quantity: 'per_call', count: 1 }].flatMap(({ quantity, count }) => {
    const found = rateOf(price, quantity);
    if (found === null) return [];
    const amount = divideHalfUp(nano(found.rate) * BigInt(count), BigInt(found.unit));
    sum += amount;
    return [{ quantity, count, ...found, amount: formatExact(amount) }];
  });
  const isCharged = lines.filter(({ rate }) => nano(rate) > 0n);
  // Shows free models as free, and omits free parts of other models.
  const shown = isCharged.length > 0 ? isCharged : lines.filter(({ quantity }) => quantity !== 'per_call');
  const total = times(sum, multiplier);
  const byMultiplier = nano(multiplier) === nanoPerCny ? null : formatExact(total - sum);
  return { lines: shown, byMultiplier, total: formatExact(total) };
}

/** Whether all rates of the price are zero. */
export function isFree(price: Price): boolean {
  const rates = [price.input, price.cached_input, price.output, price.per_call, ...Object.values(price.rates ?? {})];
  const inVariants = (price.variants ?? []).flatMap((variant) => Object.values(variant.rates));
  return [...rates, ...inVariants].every((rate) => nano(rate) === 0n);
}

const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]/gu;

/** Estimates the tokens of a text: 0.75 per Han, kana or hangul character, 0.25 per other character. */
export function tokensOf(text: string): number {
  const wides = text.match(wide)?.length ?? 0;
  return Math.ceil(wides * 0.75 + (text.length - wides) * 0.25);
}
