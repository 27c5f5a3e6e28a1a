import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const baichuan: VendorEntry = {
  name: 'baichuan',
  title: 'Baichuan',
  modelNames: /^baichuan/,
  chatDialects: ['chat-completions'],
  keyVariables: ['BAICHUAN_API_KEY'],
  baseUrls: { domestic: 'https://api.baichuan-ai.com/v1' },
  quirks: {},
  prices: null,
  models: [],
};
