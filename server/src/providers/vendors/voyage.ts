import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
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
