/** GB 32100-2015: digits and capital letters except I, O, S, V and Z, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const modulus = alphabet.length;
/** Powers of three modulo the length of the alphabet. */
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const;

/** `code`: a unified social credit code with 18 characters. `legacy`: an older number, still valid for ordinary invoices. */
export type TaxNumber =
  | { readonly kind: 'code' | 'legacy'; readonly value: string }
  /** A text that follows the field name. */
  | { readonly fault: string };

/** Converts to capitals of normal width and removes spaces and hyphens. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b\ufeff-]/gu, '')
    .toUpperCase();
}

/** The check character computed from the first 17 characters; `null` if one of them is not in the alphabet. */
function checkCharacter(body: string): string | null {
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    const value = alphabet.indexOf(body[index] ?? ' ');
    if (value < 0) return null;
    sum += value * weight;
  }
  return alphabet[(modulus - (sum % modulus)) % modulus] ?? null;
}

function codeOf(value: string): TaxNumber {
  const expected = checkCharacter(value);
  const strange = /[^0-9A-HJ-NPQRTUWXY]/.exec(value)?.[0];
  if (strange !== undefined)
    return {
      fault: `contains "${strange}", but a unified social credit code has only digits and capital letters without I, O, S, V and Z`,
    };
  if (value.endsWith(expected ?? ' ')) return { kind: 'code', value };
  return { fault: 'has a wrong check character: compare each character with the business licence' };
}

/** Parses the tax number of an enterprise. Case, width, spaces and hyphens do not matter. */
export function readTaxNumber(text: string): TaxNumber {
  const value = folded(text);
  if (value.length === 18) return codeOf(value);
  // Region and organisation code, or an identity card number with two more digits.
  if ((value.length === 15 || value.length === 20) && /^[0-9A-Z]+$/.test(value)) return { kind: 'legacy', value };
  return {
    fault: `must be an 18-character unified social credit code (older numbers: 15 or 20, for ordinary invoices), but has ${String(value.length)}`,
  };
}
