import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const jina: VendorEntry = {
  name: 'jina',
  title: 'Jina AI',
  modelNames: /^jina-/,
  chatDialects: ['chat-completions'],
  dialects: { rerank: 'rerank-jina' },
  keyVariables: ['JINA_API_KEY'],
  baseUrls: { overseas: 'https://api.jina.ai/v1' },
  quirks: {},
  prices: null,
  models: [],
};
