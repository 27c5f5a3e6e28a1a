import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const openrouter: VendorEntry = {
  name: 'openrouter',
  title: 'OpenRouter',
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['OPENROUTER_API_KEY'],
  baseUrls: { overseas: 'https://openrouter.ai/api/v1' },
  quirks: { takesOptionalFields: true },
  prices: null,
  models: [],
};
