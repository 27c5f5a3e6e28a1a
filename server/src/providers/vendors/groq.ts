import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const groq: VendorEntry = {
  name: 'groq',
  title: 'Groq',
  chatDialects: ['chat-completions'],
  keyVariables: ['GROQ_API_KEY'],
  baseUrls: { overseas: 'https://api.groq.com/openai/v1' },
  quirks: {},
  prices: null,
  models: [],
};
