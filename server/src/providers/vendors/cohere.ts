import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const cohere: VendorEntry = {
  name: 'cohere',
  title: 'Cohere',
  modelNames: /^(?:command-|rerank-|embed-)/,
  chatDialects: ['chat-completions'],
  dialects: { rerank: 'rerank-cohere' },
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
  baseUrls: { overseas: 'https://api.cohere.ai/compatibility/v1' },
  addresses: { 'rerank-cohere': { baseUrls: { overseas: 'https://api.cohere.com/v2' } } },
  quirks: { maxTokensOnly: true },
  prices: null,
  models: [],
};
