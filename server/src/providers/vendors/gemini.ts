import type { VendorEntry } from '../provider.ts';

const fields = [
  'max_completion_tokens',
  'max_tokens',
  'reasoning_effort',
  'response_format',
  'stop',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
];

const lyriaPrices = { asOf: '2026-10-08', source: 'Gemini API pricing page' };
const lyria = { tags: null, promptCharactersMax: 4000, lyricsCharactersMax: 4000, songsMax: 1, deadlineSeconds: 600 } as const;

/** The vendor's chat-completions layer, and its own protocol for music. */
export const gemini: VendorEntry = {
  name: 'gemini',
  title: 'Google Gemini',
  maker: 'google',
  modelNames: /^(?:gemini-|gemma-|imagen-|lyria-)/,
  chatDialects: ['chat-completions'],
  dialects: { embedding: 'embeddings', music: 'music-lyria' },
  addresses: {
    'music-lyria': {
      baseUrls: { overseas: 'https://generativelanguage.googleapis.com/v1beta' },
      auth: { style: 'header', name: 'x-goog-api-key' },
    },
  },
  keyVariables: ['GEMINI_API_KEY'],
  baseUrls: { overseas: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  // It refuses `encoding_format`, and omits an index of 0 and the usage of embeddings (RooCodeInc/Roo-Code#7761).
  quirks: { floatsOnly: true },
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'gemini-3.1-pro-preview',
      kind: 'chat',
      contextLength: 1_114_112,
      outputLimit: 65_536,
      tier: 'standard',
      features: ['tools', 'vision', 'audio', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['gpt-6-sol', 'claude-sonnet-5'],
      price: { currency: 'USD', input: '2', cachedInput: '0.2', output: '12' },
      note: 'Above 200,000 input tokens: 4 / 0.4 / 18; the price here is the one below.',
    },
    {
      name: 'gemini-3.8-flash',
      kind: 'chat',
      contextLength: 1_114_112,
      outputLimit: 65_536,
      tier: 'standard',
      features: ['tools', 'vision', 'audio', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['gpt-5.4-mini', 'claude-haiku-4-5'],
      price: { currency: 'USD', input: '0.75', cachedInput: '0.075', output: '3.75' },
      note: 'The vendor doubles it on 2027-01-01.',
    },
    {
      name: 'gemini-3.5-flash-lite',
      kind: 'chat',
      contextLength: 1_114_112,
      outputLimit: 65_536,
      tier: 'basic',
      features: ['tools', 'vision', 'audio', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['gpt-6-luna', 'qwen3.8-flash', 'glm-5.3-flash'],
      price: { currency: 'USD', input: '0.3', cachedInput: '0.03', output: '2.5' },
    },
    {
      name: 'lyria-3-pro-preview',
      kind: 'music',
      tier: 'standard',
      features: [],
      supportedParameters: ['duration', 'instrumental', 'lyrics', 'seed', 'tags'],
      alternatives: ['lyria-3-clip-preview'],
      price: { currency: 'USD', input: '0', song: '0.08' },
      priced: lyriaPrices,
      music: { ...lyria, durationSeconds: { min: 30, max: 180, usual: 120 } },
      note: 'It takes the duration as a wish.',
    },
    {
      name: 'lyria-3-clip-preview',
      kind: 'music',
      tier: 'basic',
      features: [],
      supportedParameters: ['instrumental', 'lyrics', 'seed', 'tags'],
      alternatives: ['lyria-3-pro-preview'],
      price: { currency: 'USD', input: '0', song: '0.04' },
      priced: lyriaPrices,
      music: { ...lyria, durationSeconds: { min: 30, max: 30, usual: 30 } },
      note: 'Always 30 s long.',
    },
  ],
};
