import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
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
