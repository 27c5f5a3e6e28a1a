import { genaiPrices } from './genai-prices.ts';
import { litellm } from './litellm.ts';
import type { PriceListFormat } from './listed-model.ts';
import { modelsDev } from './models-dev.ts';

/** Formats of public price lists that can be read. */
export const priceListFormats: readonly PriceListFormat[] = [genaiPrices, modelsDev, litellm];
