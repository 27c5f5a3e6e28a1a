import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const modelscope: VendorEntry = {
  name: 'modelscope',
  title: 'ModelScope',
  titleZh: '魔搭社区',
  chatDialects: ['chat-completions'],
  keyVariables: ['MODELSCOPE_API_KEY'],
  baseUrls: { domestic: 'https://api-inference.modelscope.cn/v1' },
  quirks: {},
  prices: null,
  models: [],
};
