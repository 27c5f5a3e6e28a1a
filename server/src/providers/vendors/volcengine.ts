import type { VendorEntry } from '../provider.ts';

export const volcengine: VendorEntry = {
  name: 'volcengine',
  title: 'Volcengine Ark (Doubao)',
  titleZh: '火山方舟',
  maker: 'bytedance',
  modelNames: /^(?:doubao-|seed)/,
  chatDialects: ['chat-completions'],
  keyVariables: ['ARK_API_KEY', 'VOLCENGINE_API_KEY'],
  baseUrls: { domestic: 'https://ark.cn-beijing.volces.com/api/v3' },
  quirks: {},
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'doubao-seed-2.1-pro',
      upstreamModel: 'doubao-seed-2-1-pro-260628',
      kind: 'chat',
      contextLength: 256_000,
      outputLimit: 128_000,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning'],
      alternatives: ['qwen3.8-max', 'kimi-k2.6', 'deepseek-v4-pro'],
      price: { currency: 'CNY', input: '6', cachedInput: '1.2', output: '30' },
    },
    {
      name: 'doubao-seed-2.1-turbo',
      upstreamModel: 'doubao-seed-2-1-turbo-260628',
      kind: 'chat',
      contextLength: 256_000,
      outputLimit: 128_000,
      tier: 'basic',
      features: ['tools', 'vision', 'reasoning'],
      alternatives: ['MiniMax-M3', 'qwen3.7-plus'],
      price: { currency: 'CNY', input: '3', cachedInput: '0.6', output: '15' },
    },
  ],
};
