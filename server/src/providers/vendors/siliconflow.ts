import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const siliconflow: VendorEntry = {
  name: 'siliconflow',
  title: 'SiliconFlow',
  titleZh: '硅基流动',
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings', rerank: 'rerank-jina' },
  keyVariables: ['SILICONFLOW_API_KEY'],
  baseUrls: { domestic: 'https://api.siliconflow.cn/v1', overseas: 'https://api.siliconflow.com/v1' },
  quirks: { maxTokensOnly: true },
  prices: null,
  models: [],
};
