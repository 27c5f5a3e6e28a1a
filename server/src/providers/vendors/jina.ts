import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
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
