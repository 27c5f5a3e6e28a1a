import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const baichuan: VendorEntry = {
  name: 'baichuan',
  title: 'Baichuan',
  titleZh: '百川智能',
  modelNames: /^baichuan/,
  chatDialects: ['chat-completions'],
  keyVariables: ['BAICHUAN_API_KEY'],
  baseUrls: { domestic: 'https://api.baichuan-ai.com/v1' },
  quirks: {},
  prices: null,
  models: [],
};
