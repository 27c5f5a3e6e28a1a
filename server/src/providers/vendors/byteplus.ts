import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const byteplus: VendorEntry = {
  name: 'byteplus',
  title: 'BytePlus ModelArk',
  titleZh: 'BytePlus（火山海外）',
  maker: 'bytedance',
  chatDialects: ['chat-completions'],
  keyVariables: ['BYTEPLUS_API_KEY'],
  baseUrls: { overseas: 'https://ark.ap-southeast.bytepluses.com/api/v3' },
  quirks: {},
  prices: null,
  models: [],
};
