import type { VendorEntry } from '../provider.ts';

/** Its models choose themselves whether to call a tool. */
const fields = ['max_tokens', 'reasoning_effort', 'response_format', 'stop', 'temperature', 'tools', 'top_p'];

export const zhipu: VendorEntry = {
  name: 'zhipu',
  title: 'Zhipu GLM',
  titleZh: '智谱',
  modelNames: /^(?:glm-|chatglm|cogview)/,
  chatDialects: ['chat-completions', 'messages'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['ZHIPUAI_API_KEY', 'ZHIPU_API_KEY', 'ZAI_API_KEY'],
  baseUrls: { domestic: 'https://open.bigmodel.cn/api/paas/v4', overseas: 'https://api.z.ai/api/paas/v4' },
  addresses: {
    messages: {
      baseUrls: { domestic: 'https://open.bigmodel.cn/api/anthropic/v1', overseas: 'https://api.z.ai/api/anthropic/v1' },
    },
  },
  quirks: { maxTokensOnly: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'glm-5.3',
      kind: 'chat',
      contextLength: 1_048_576,
      outputLimit: 131_072,
      tier: 'standard',
      features: ['tools', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['deepseek-v4-pro', 'qwen3.8-max', 'kimi-k2.6'],
      price: { currency: 'CNY', input: '8', cachedInput: '2', output: '28' },
    },
    {
      name: 'glm-5.3-flash',
      kind: 'chat',
      contextLength: 1_048_576,
      outputLimit: 131_072,
      tier: 'basic',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['qwen3.8-flash', 'gpt-6-luna'],
      price: { currency: 'CNY', input: '0.8', cachedInput: '0.23', output: '2.8' },
    },
  ],
};
