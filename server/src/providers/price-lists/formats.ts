import { refusal } from '@tollgate/contract/refusals/refusal';
import { genaiPrices } from './genai-prices.ts';
import { litellm } from './litellm.ts';
import { fieldsOf, type PriceListFormat } from './listed-model.ts';
import { modelsDev } from './models-dev.ts';

/** Formats of public price lists that can be read. */
export const priceListFormats: readonly PriceListFormat[] = [genaiPrices, modelsDev, litellm];

/**
 * The format that a document seems to have.
 * @throws {ApiError} if it has none of them.
 */
export function formatOf(document: unknown): PriceListFormat {
  if (Array.isArray(document)) return genaiPrices;
  const entries = Object.values(fieldsOf(document)).map(fieldsOf);
  if (entries.some(({ models }) => models !== undefined)) return modelsDev;
  if (entries.some((entry) => Object.keys(entry).some((field) => field.includes('cost_per_')))) return litellm;
  throw refusal('price_list_unknown', { formats: priceListFormats.map(({ name }) => name) }, { param: 'file' });
}
