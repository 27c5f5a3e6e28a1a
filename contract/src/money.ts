/** Money is an integer number of nano-CNY (1e-9 CNY) in a bigint, never a float. All APIs use decimal strings in CNY. */
export type NanoCny = bigint;

/** Nano-CNY in one CNY. */
export const nanoPerCny = 1_000_000_000n;

/** Reference conversion shown next to balances. */
export const referenceTokensPerCny = 500_000n;

/** Smallest amount that the ledger cannot store: its columns are signed 64-bit integers. */
export const amountLimit: NanoCny = 2n ** 63n;

/** Largest amount of a single field, in CNY. It keeps totals far below the limit of a signed 64-bit column. */
const cnyMax = 1_000_000_000n;

export interface AmountRules {
  /** Maximum number of decimals; the finest stored unit has 9. */
  readonly decimalsMax?: number;
  readonly negativeAllowed?: boolean;
}

/** An invalid amount. The message follows the field name ("must be …"). */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

/**
 * Parses a decimal string such as `"12.5"` into nano-CNY. Accepts only ASCII digits and at most one point: no plus sign, exponent,
 * grouping, white space or full-width digits.
 * @throws {AmountError} if the amount is invalid.
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

/** Divides and rounds half up, or half away from zero for negative numerators. It is the only rounding rule of the product. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -divideHalfUp(-numerator, denominator);
  return (numerator + denominator / 2n) / denominator;
}

/** Formats an amount with a fixed number of decimals, rounded half up. People see 4 decimals. */
export function formatAmount(amount: NanoCny, decimals = 4): string {
  const scaled = divideHalfUp(amount, 10n ** BigInt(9 - decimals));
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return negative ? `-${text}` : text;
}

/** Formats all digits of an amount, without trailing zeros: `"0.000002"`. */
export function formatExact(amount: NanoCny): string {
  return formatAmount(amount, 9).replace(/\.?0+$/, '');
}

/**
 * Formats a decimal amount for a sentence: `12.5` → `12.50`, `1215.371` → `1,215.371`. Digits after the fourth decimal are cut, not
 * rounded, so that a balance below a threshold never appears equal to it.
 */
export function sentenceAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const shown = fraction.slice(0, 4).replace(/0+$/, '').padEnd(2, '0');
  return `${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}.${shown}`;
}
