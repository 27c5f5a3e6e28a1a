import { formatAmount, formatExact, parseAmount, type NanoCny } from '@tollgate/contract/money';

/** Converts an API amount to integer nano-CNY; never a Number. */
export function nano(amount: string): NanoCny {
  // Totals can be larger than the maximum of a field.
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(amount);
  if (match === null) return parseAmount(amount, { negativeAllowed: true });
  const [, sign = '', whole = '0', fraction = ''] = match;
  const size = BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
  return sign === '-' ? -size : size;
}

/** Groups thousands and uses a real minus sign. */
export function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const parted = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',').replace('-', '−');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}

/** All digits, for tooltips and copying: `0.0471342`. */
export function exactText(amount: string): string {
  return formatExact(nano(amount));
}

/** An amount in a sentence: `¥12.50`. */
export function moneyText(amount: string, decimals = 2): string {
  const text = grouped(formatAmount(nano(amount), decimals));
  return text.startsWith('−') ? `−¥${text.slice(1)}` : `¥${text}`;
}

/** An amount on a chart axis or in its tooltip. It is only drawn, so a Number is exact enough. */
export function drawnMoneyText(value: number, places = value > 0 && value < 0.01 ? 4 : 2): string {
  return `¥${grouped(value.toFixed(places))}`;
}

/** A cap or a price as entered, without trailing zeros. */
export function plainMoneyText(amount: string): string {
  return `¥${grouped(exactText(amount))}`;
}

/** Prices as listed, with at least two decimals. */
export function priceText(amount: string): string {
  const [whole = '', fraction = ''] = exactText(amount).split('.');
  return `${grouped(whole)}.${fraction.padEnd(2, '0')}`;
}

export interface CallCharge {
  /** Stands before the currency: a minus, or that the amount is nearer to zero than the digits say. */
  readonly mark: string;
  /** Zeros before the first significant digit. */
  readonly quiet: string;
  readonly loud: string;
}

/** Smallest charge that four decimals can show; a call without a charge shows 0.0000. */
const leastShown = 50_000n;

/** The charge of a call with four decimals, split into its mark, its leading zeros and its significant digits. */
export function callCharge(amount: string): CallCharge {
  const value = nano(amount);
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? '−' : '';
  if (size === 0n) return { mark: '', quiet: '0.0000', loud: '' };
  if (size < leastShown) return { mark: `${value < 0n ? '>' : '<'}${sign}`, quiet: '', loud: '0.0001' };
  const text = grouped(formatAmount(size, 4));
  const quiet = /^0\.0*/.exec(text)?.[0] ?? '';
  return { mark: sign, quiet, loud: text.slice(quiet.length) };
}

/** Sign, and digits before and after the point. Receipt lines can have more decimals than the books store. */
function digitsOf(amount: string): readonly [sign: string, whole: string, fraction: string] {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (match === null) throw new RangeError(`not an amount: ${amount}`);
  const [, sign = '', whole = '0', fraction = ''] = match;
  return [sign, whole, fraction.replace(/0+$/, '')];
}

/** The number of decimals, at least four, that shows all of these amounts exactly, so that a receipt visibly adds up. */
export function placesOf(amounts: readonly string[]): number {
  return Math.max(4, ...amounts.map((amount) => digitsOf(amount)[2].length));
}

/** An amount with this number of decimals. */
export function withPlaces(amount: string, places: number): string {
  const [sign, whole, fraction] = digitsOf(amount);
  if (fraction.length > places) return grouped(formatAmount(nano(amount), places));
  return grouped(`${sign}${whole}.${fraction.padEnd(places, '0')}`);
}

/** An amount minus others, exact in every decimal. */
export function lessExactly(amount: string, ...taken: readonly string[]): string {
  const places = placesOf([amount, ...taken]);
  const whole = (text: string): bigint => {
    const [sign, digits, fraction] = digitsOf(text);
    return BigInt(`${sign}${digits}${fraction.padEnd(places, '0')}`);
  };
  const left = taken.reduce((rest, each) => rest - whole(each), whole(amount));
  const digits = (left < 0n ? -left : left).toString().padStart(places + 1, '0');
  return `${left < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
