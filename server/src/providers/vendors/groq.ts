import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
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
