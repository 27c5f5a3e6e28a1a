import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const byteplus: VendorEntry = {
  name: 'byteplus',
  title: 'BytePlus ModelArk',
  maker: 'bytedance',
  chatDialects: ['chat-completions'],
  keyVariables: ['BYTEPLUS_API_KEY'],
  baseUrls: { overseas: 'https://ark.ap-southeast.bytepluses.com/api/v3' },
  quirks: {},
  prices: null,
  models: [],
};
