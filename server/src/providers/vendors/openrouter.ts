import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const openrouter: VendorEntry = {
  name: 'openrouter',
  title: 'OpenRouter',
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['OPENROUTER_API_KEY'],
  baseUrls: { overseas: 'https://openrouter.ai/api/v1' },
  quirks: {},
  prices: null,
  models: [],
};
