import type { VendorEntry } from '../provider.ts';

const fields = [
  'enable_thinking',
  'max_tokens',
  'parallel_tool_calls',
  'presence_penalty',
  'response_format',
  'seed',
  'stop',
  'temperature',
  'thinking_budget',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
];

export const dashscope: VendorEntry = {
  name: 'dashscope',
  title: 'Alibaba Cloud DashScope',
  titleZh: '阿里云百炼',
  maker: 'alibaba',
  modelNames: /^(?:qwen|qwq|qvq|wan[0-9])/,
  chatDialects: ['chat-completions', 'messages'],
  dialects: { embedding: 'embeddings', rerank: 'rerank-dashscope' },
  keyVariables: ['DASHSCOPE_API_KEY'],
  baseUrls: {
    domestic: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    overseas: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  },
  addresses: {
    messages: {
      baseUrls: {
        domestic: 'https://dashscope.aliyuncs.com/apps/anthropic/v1',
        overseas: 'https://dashscope-intl.aliyuncs.com/apps/anthropic/v1',
      },
    },
    'rerank-dashscope': {
      baseUrls: { domestic: 'https://dashscope.aliyuncs.com/api/v1', overseas: 'https://dashscope-intl.aliyuncs.com/api/v1' },
    },
  },
  quirks: { maxTokensOnly: true, floatsOnly: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'qwen3.8-max',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 131_072,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['deepseek-v4-pro', 'glm-5.3', 'doubao-seed-2.1-pro'],
      price: { currency: 'CNY', input: '12', cachedInput: '1.5', output: '36' },
    },
    {
      name: 'qwen3.7-plus',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 65_536,
      tier: 'basic',
      features: ['tools', 'vision', 'reasoning'],
      supportedParameters: fields,
      alternatives: ['MiniMax-M3', 'doubao-seed-2.1-turbo', 'deepseek-v4-flash'],
      price: { currency: 'CNY', input: '2', cachedInput: '0.4', output: '8' },
    },
    {
      name: 'qwen3.8-flash',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 131_072,
      tier: 'basic',
      features: ['tools', 'vision', 'reasoning'],
      supportedParameters: fields,
      alternatives: ['glm-5.3-flash', 'gpt-6-luna'],
      price: { currency: 'CNY', input: '0.8', cachedInput: '0.16', output: '2.7' },
    },
  ],
};
