import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const modelscope: VendorEntry = {
  name: 'modelscope',
  title: 'ModelScope',
  chatDialects: ['chat-completions'],
  keyVariables: ['MODELSCOPE_API_KEY'],
  baseUrls: { domestic: 'https://api-inference.modelscope.cn/v1' },
  quirks: {},
  prices: null,
  models: [],
};
