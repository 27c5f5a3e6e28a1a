import type { VendorEntry } from '../provider.ts';

/** Sampling is fixed. This model always thinks, and refuses a tool that must be called. */
const byEffort = [
  'max_completion_tokens',
  'max_tokens',
  'prompt_cache_key',
  'reasoning_effort',
  'response_format',
  'stop',
  'tools',
];
/** Sampling is fixed. */
const bySwitch = [
  'max_completion_tokens',
  'max_tokens',
  'prompt_cache_key',
  'response_format',
  'stop',
  'thinking',
  'tool_choice',
  'tools',
];

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
  quirks: { wantsReasoningBack: true, takesOptionalFields: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'kimi-k3',
      kind: 'chat',
      contextLength: 1_048_576,
      outputLimit: 131_072,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: byEffort,
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
      supportedParameters: bySwitch,
      alternatives: ['glm-5.3', 'deepseek-v4-pro', 'doubao-seed-2.1-pro'],
      price: { currency: 'CNY', input: '6.5', cachedInput: '1.1', output: '27' },
    },
  ],
};
