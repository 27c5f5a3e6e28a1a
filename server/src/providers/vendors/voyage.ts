import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const voyage: VendorEntry = {
  name: 'voyage',
  title: 'Voyage AI',
  modelNames: /^voyage-/,
  chatDialects: ['chat-completions'],
  dialects: { rerank: 'rerank-voyage' },
  keyVariables: ['VOYAGE_API_KEY'],
  baseUrls: { overseas: 'https://api.voyageai.com/v1' },
  quirks: {},
  prices: null,
  models: [],
};
