import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const fireworks: VendorEntry = {
  name: 'fireworks',
  title: 'Fireworks',
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['FIREWORKS_API_KEY'],
  baseUrls: { overseas: 'https://api.fireworks.ai/inference/v1' },
  quirks: {},
  prices: null,
  models: [],
};
