/**
 * Money is a whole number of nano-CNY (1e-9 CNY) held in a bigint; never a float.
 * Amounts cross every interface as decimal strings in CNY.
 */
export type NanoCny = bigint;

/** Nano-CNY in one CNY. */
export const nanoPerCny = 1_000_000_000n;

/** The reference conversion shown next to balances. */
export const referenceTokensPerCny = 500_000n;

/** First amount that the books cannot hold: their columns are whole numbers of 64 bits with a sign. */
export const amountLimit: NanoCny = 2n ** 63n;

/** Largest amount a single field accepts, in CNY, so that sums stay far inside a signed 64-bit column. */
const cnyMax = 1_000_000_000n;

export interface AmountRules {
  /** Decimal places accepted; 9 is the finest unit kept. */
  readonly decimalsMax?: number;
  readonly negativeAllowed?: boolean;
}

/** The fault of an amount, as a text that follows a field's name ("must be …"). */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

/**
 * Reads a decimal string such as `"12.5"` as nano-CNY.
 * Only plain ASCII digits with at most one point are taken: no sign `+`, exponent, grouping, white space or full-width digit.
 * @throws {AmountError} naming the fault.
 */
export function parseAmount(text: unknown, rules: AmountRules = {}): NanoCny {
  const decimalsMax = rules.decimalsMax ?? 9;
  if (typeof text !== 'string') throw new AmountError('must be a decimal string in CNY, for example "12.50"');
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text);
  if (match === null) throw new AmountError('must be a decimal string in CNY, for example "12.50"');
  const [, sign, whole = '0', fraction = ''] = match;
  if (sign === '-' && rules.negativeAllowed !== true) throw new AmountError('must not be negative');
  if (fraction.length > decimalsMax) throw new AmountError(`must have at most ${String(decimalsMax)} decimal places`);
  const magnitude = BigInt(whole) * nanoPerCny + BigInt(fraction.padEnd(9, '0').slice(0, 9));
  if (magnitude > cnyMax * nanoPerCny) throw new AmountError(`must be at most ${String(cnyMax)} CNY`);
  return sign === '-' ? -magnitude : magnitude;
}

/** Divides and rounds half up (away from zero for negative numerators), the one rounding rule of the product. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -divideHalfUp(-numerator, denominator);
  return (numerator + denominator / 2n) / denominator;
}

/** Shows an amount with a fixed number of decimals (4 wherever a person looks), rounded half up. */
export function formatAmount(amount: NanoCny, decimals = 4): string {
  const scaled = divideHalfUp(amount, 10n ** BigInt(9 - decimals));
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return negative ? `-${text}` : text;
}

/** Shows every digit kept, without trailing zeros: `"0.000002"`. */
export function formatExact(amount: NanoCny): string {
  return formatAmount(amount, 9).replace(/\.?0+$/, '');
}

/**
 * A decimal amount for a sentence: `12.5` → `12.50`, `1215.371` → `1,215.371`. What is finer than four decimals is cut, not rounded, so that a
 * balance below a threshold never looks equal to it.
 */
export function sentenceAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const shown = fraction.slice(0, 4).replace(/0+$/, '').padEnd(2, '0');
  return `${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}.${shown}`;
}
