/** Lines of a price by our names, per 1,000,000 tokens in USD, as decimal strings. */
export type ListedRates = Readonly<Record<string, string>>;

export interface ListedVariant {
  readonly when: {
    readonly min_input_tokens?: number;
    readonly window?: { readonly utc_offset: string; readonly from: string; readonly to: string };
  };
  readonly rates: ListedRates;
}

/** One model in a public list. */
export interface ListedModel {
  readonly name: string;
  /** The seller at that price, as the list names it. */
  readonly seller: string;
  readonly rates: ListedRates;
  readonly variants: readonly ListedVariant[];
  readonly contextLength: number | null;
  /** Further data of the list that the price does not include, for people to read. */
  readonly remarks: readonly string[];
}

/** The format of a public price list. */
export interface PriceListFormat {
  readonly name: string;
  /** What entries of the list cannot express. */
  readonly cannotSay: readonly string[];
  /** @throws {Error} if the document has another format. */
  read(document: unknown, nowMs: number): readonly ListedModel[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function wholeOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Money is exact to this many decimals; further ones are floating-point noise. */
const decimalsMax = 9;

/** Decimal text, in JavaScript's number format, times a power of ten. Exact except for decimals that no amount of money has. */
export function decimalShifted(decimal: string, places = 6): string {
  const [mantissa = '', exponent = '0'] = decimal.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number.parseInt(exponent, 10) + places;
  const at = Math.max(point, 0);
  const padded = digits.padStart(digits.length - Math.min(0, point), '0').padEnd(at, '0');
  const text = `${padded.slice(0, at) || '0'}.${padded.slice(at, at + decimalsMax)}`;
  return text.replace(/\.?0*$/, '').replace(/^0+(?=\d)/, '');
}

/** A JSON number times a power of ten; `null` for an invalid price. */
export function decimalOf(value: unknown, places = 0): string | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? decimalShifted(String(value), places) : null;
}

/** The lines of a record, found by a table of names. */
export function ratesOf(record: Fields, names: Readonly<Record<string, string>>, places = 0): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([theirs, ours]) => {
      const rate = decimalOf(record[theirs], places);
      return rate === null ? [] : [[ours, rate]];
    }),
  );
}
