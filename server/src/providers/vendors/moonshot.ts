import type { VendorEntry } from '../provider.ts';

export const moonshot: VendorEntry = {
  name: 'moonshot',
  title: 'Moonshot Kimi',
  titleZh: '月之暗面 Kimi',
  modelNames: /^(?:kimi-|moonshot-)/,
  chatDialects: ['chat-completions', 'messages'],
  keyVariables: ['MOONSHOT_API_KEY'],
  baseUrls: { domestic: 'https://api.moonshot.cn/v1', overseas: 'https://api.moonshot.ai/v1' },
  addresses: {
    messages: {
      baseUrls: { domestic: 'https://api.moonshot.cn/anthropic/v1', overseas: 'https://api.moonshot.ai/anthropic/v1' },
    },
  },
  quirks: { wantsReasoningBack: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'kimi-k3',
      kind: 'chat',
      contextLength: 1_048_576,
      outputLimit: 131_072,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      alternatives: ['claude-sonnet-5', 'gpt-6-sol', 'qwen3.8-max'],
      price: { currency: 'USD', input: '3', cachedInput: '0.3', output: '15' },
    },
    {
      name: 'kimi-k2.6',
      kind: 'chat',
      contextLength: 262_144,
      outputLimit: 32_768,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      alternatives: ['glm-5.3', 'deepseek-v4-pro', 'doubao-seed-2.1-pro'],
      price: { currency: 'CNY', input: '6.5', cachedInput: '1.1', output: '27' },
    },
  ],
};
