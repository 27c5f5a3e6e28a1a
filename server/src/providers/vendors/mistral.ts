import type { VendorEntry } from '../provider.ts';

const fields = [
  'frequency_penalty',
  'max_tokens',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_key',
  'response_format',
  'stop',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
];

export const mistral: VendorEntry = {
  name: 'mistral',
  title: 'Mistral',
  modelNames: /^(?:mistral-|mixtral-|codestral-|ministral-|magistral-)/,
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['MISTRAL_API_KEY'],
  baseUrls: { overseas: 'https://api.mistral.ai/v1' },
  quirks: { maxTokensOnly: true, shortCallIds: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305; cached input: npm @pydantic/genai-prices 0.1.8' },
  models: [
    {
      name: 'mistral-large-2512',
      kind: 'chat',
      contextLength: 262_144,
      tier: 'basic',
      features: ['tools', 'vision'],
      supportedParameters: fields,
      alternatives: ['gemini-3.8-flash', 'gpt-5.4-mini'],
      price: { currency: 'USD', input: '0.5', cachedInput: '0.05', output: '1.5' },
    },
  ],
};
