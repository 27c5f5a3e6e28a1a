import type { VendorEntry } from '../provider.ts';

const fields = [
  'max_completion_tokens',
  'parallel_tool_calls',
  'reasoning_effort',
  'response_format',
  'seed',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
  'user',
];

export const xai: VendorEntry = {
  name: 'xai',
  title: 'xAI',
  modelNames: /^grok-/,
  chatDialects: ['chat-completions', 'responses'],
  keyVariables: ['XAI_API_KEY'],
  baseUrls: { overseas: 'https://api.x.ai/v1' },
  ownDialects: ['responses'],
  quirks: { reasoningOutsideCompletion: true, systemAnywhere: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'grok-4.7',
      kind: 'chat',
      contextLength: 500_000,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['gpt-6-sol', 'claude-sonnet-5'],
      price: { currency: 'USD', input: '2', cachedInput: '0.5', output: '6' },
      note: 'Double above 200,000 input tokens; the price here is the one below.',
    },
  ],
};
