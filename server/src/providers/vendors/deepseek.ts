import type { VendorEntry } from '../provider.ts';

const fields = [
  'frequency_penalty',
  'max_tokens',
  'presence_penalty',
  'reasoning_effort',
  'response_format',
  'stop',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_p',
];

/**
 * The vendor charges double from 01:00 to 04:00 and from 06:00 to 10:00 UTC. Prices here have no time of day, so the peak price is listed:
 * at the off-peak price, every daytime call of a customer in China would be sold below its cost. Operators who want to pass on the cheaper
 * hours set a custom price.
 */
export const deepseek: VendorEntry = {
  name: 'deepseek',
  title: 'DeepSeek',
  titleZh: '深度求索 DeepSeek',
  modelNames: /^deepseek-/,
  chatDialects: ['chat-completions', 'messages'],
  keyVariables: ['DEEPSEEK_API_KEY'],
  baseUrls: { domestic: 'https://api.deepseek.com' },
  addresses: {
    messages: { baseUrls: { domestic: 'https://api.deepseek.com/anthropic/v1' }, auth: { style: 'header', name: 'x-api-key' } },
  },
  quirks: { maxTokensOnly: true, wantsReasoningBack: true, takesOptionalFields: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'deepseek-v4-pro',
      kind: 'chat',
      contextLength: 1_048_576,
      outputLimit: 393_216,
      tier: 'standard',
      features: ['tools', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['glm-5.3', 'qwen3.8-max', 'kimi-k2.6'],
      price: { currency: 'CNY', input: '9', cachedInput: '0.3', output: '27' },
      note: 'Listed at the peak price; off-peak the vendor charges half.',
    },
    {
      name: 'deepseek-v4-flash',
      kind: 'chat',
      contextLength: 1_048_576,
      outputLimit: 393_216,
      tier: 'basic',
      features: ['tools', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['qwen3.7-plus', 'glm-5.3-flash', 'MiniMax-M3'],
      price: { currency: 'CNY', input: '3', cachedInput: '0.1', output: '9' },
      note: 'Listed at the peak price; off-peak the vendor charges half.',
    },
  ],
};
