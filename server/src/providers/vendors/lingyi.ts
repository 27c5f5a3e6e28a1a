import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const lingyi: VendorEntry = {
  name: 'lingyi',
  title: '01.AI',
  titleZh: '零一万物',
  modelNames: /^yi-/,
  chatDialects: ['chat-completions'],
  keyVariables: ['LINGYI_API_KEY'],
  baseUrls: { domestic: 'https://api.lingyiwanwu.com/v1' },
  quirks: {},
  prices: null,
  models: [],
};
