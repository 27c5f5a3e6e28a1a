import type { VendorEntry } from '../provider.ts';

/** Its chat-completions layer. */
export const gemini: VendorEntry = {
  name: 'gemini',
  title: 'Google Gemini',
  maker: 'google',
  modelNames: /^(?:gemini-|gemma-|imagen-)/,
  dialect: 'chat-completions',
  dialects: { embedding: 'embeddings' },
  keyVariables: ['GEMINI_API_KEY'],
  baseUrls: { overseas: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  // It refuses `encoding_format`, and leaves out an index of 0 and the usage of embeddings (RooCodeInc/Roo-Code#7761).
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
      alternatives: ['gpt-6-luna', 'qwen3.8-flash', 'glm-5.3-flash'],
      price: { currency: 'USD', input: '0.3', cachedInput: '0.03', output: '2.5' },
    },
  ],
};
