import type { PriceListFormatName, PriceListLimit, PriceWarning } from '@tollgate/contract/catalogue/price-list-words';
import { refusal } from '@tollgate/contract/refusals/refusal';

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
  readonly remarks: readonly PriceWarning[];
}

/** The format of a public price list. */
export interface PriceListFormat {
  readonly name: PriceListFormatName;
  /** What entries of the list cannot express. */
  readonly cannotSay: readonly PriceListLimit[];
  /**
   * The entries of the list.
   * @param isWanted whether entries with this name are of interest; all are by default.
   * @throws {ApiError} naming the field, if the document has another format.
   */
  read(document: unknown, nowMs: number, isWanted?: (name: string) => boolean): readonly ListedModel[];
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

/** Far above any price per 1,000,000 tokens. */
const rateMax = 1_000_000;

/** A JSON number times a power of ten; `null` for an impossible price. */
export function decimalOf(value: unknown, places = 0): string | null {
  return typeof value === 'number' && value >= 0 && value * 10 ** places <= rateMax
    ? decimalShifted(String(value), places)
    : null;
}

/** The remark about fields that should have a price and have none. */
export function noPrice(fields: readonly string[]): readonly PriceWarning[] {
  return fields.length === 0 ? [] : [{ code: 'no_price', params: { fields: fields.join(', ') } }];
}

/** Whether a field has a value that is no possible price. */
export function isNoPrice(value: unknown, places = 0): boolean {
  return value !== undefined && value !== null && typeof value !== 'object' && decimalOf(value, places) === null;
}

type Names = Readonly<Record<string, string>>;

/** Our name for a field; `undefined` for all others, also for those that every object has. */
export function nameIn(names: Names, field: string): string | undefined {
  return Object.hasOwn(names, field) ? names[field] : undefined;
}

/** The fields of a record that should be prices and are none. */
export function noPricesOf(record: Fields, names: Names, places = 0): readonly string[] {
  return Object.keys(names).filter((field) => isNoPrice(record[field], places));
}

const shownMax = 300;

/** Texts of a list can be long and contain control characters. */
export function shortText(text: string): string {
  const shown = text.slice(0, shownMax).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return text.length > shownMax ? `${shown}…` : shown;
}

/** The refusal of a list for a field of another type. */
export function otherForm(format: PriceListFormatName, field: string, type: 'array' | 'object' | 'string' | 'number'): Error {
  return refusal('price_list_other_form', { format, field: shortText(field), type }, { param: 'file' });
}

/** @throws {ApiError} naming the place, if the value is no object. */
export function requireObject(value: unknown, format: PriceListFormatName, field: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw otherForm(format, field, 'object');
  return value as Fields;
}

/** The lines of a record, found by a table of names. */
export function ratesOf(record: Fields, names: Names, places = 0): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([theirs, ours]) => {
      const rate = decimalOf(record[theirs], places);
      return rate === null ? [] : [[ours, rate]];
    }),
  );
}
