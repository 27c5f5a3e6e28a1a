import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const perplexity: VendorEntry = {
  name: 'perplexity',
  title: 'Perplexity',
  modelNames: /^sonar/,
  chatDialects: ['chat-completions'],
  keyVariables: ['PERPLEXITY_API_KEY'],
  baseUrls: { overseas: 'https://api.perplexity.ai' },
  quirks: {},
  prices: null,
  models: [],
};
