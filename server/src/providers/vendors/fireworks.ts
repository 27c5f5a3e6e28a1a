import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
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
