import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const siliconflow: VendorEntry = {
  name: 'siliconflow',
  title: 'SiliconFlow',
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings', rerank: 'rerank-jina' },
  keyVariables: ['SILICONFLOW_API_KEY'],
  baseUrls: { domestic: 'https://api.siliconflow.cn/v1', overseas: 'https://api.siliconflow.com/v1' },
  quirks: { maxTokensOnly: true },
  prices: null,
  models: [],
};
