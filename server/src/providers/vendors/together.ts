import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const together: VendorEntry = {
  name: 'together',
  title: 'Together',
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['TOGETHER_API_KEY'],
  baseUrls: { overseas: 'https://api.together.xyz/v1' },
  quirks: {},
  prices: null,
  models: [],
};
