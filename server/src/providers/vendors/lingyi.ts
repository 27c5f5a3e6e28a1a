import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const lingyi: VendorEntry = {
  name: 'lingyi',
  title: '01.AI',
  modelNames: /^yi-/,
  chatDialects: ['chat-completions'],
  keyVariables: ['LINGYI_API_KEY'],
  baseUrls: { domestic: 'https://api.lingyiwanwu.com/v1' },
  quirks: {},
  prices: null,
  models: [],
};
