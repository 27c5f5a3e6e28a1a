import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
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
