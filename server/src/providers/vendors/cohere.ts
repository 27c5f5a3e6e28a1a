import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
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
