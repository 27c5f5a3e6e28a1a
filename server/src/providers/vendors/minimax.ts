import type { VendorEntry } from '../provider.ts';

/**
 * Both protocols as documented at platform.minimax.io/docs/api-reference/text-anthropic-api and text-openai-api, read in November 2026. It
 * thinks by `adaptive` alone, and refuses `enabled`; `stop` is ignored, and chat has no `tool_choice`.
 */
const fields = ['adaptive_thinking', 'max_completion_tokens', 'max_tokens', 'temperature', 'thinking', 'tools', 'top_p'];

export const minimax: VendorEntry = {
  name: 'minimax',
  title: 'MiniMax',
  titleZh: '稀宇 MiniMax',
  modelNames: /^(?:minimax-|abab)/,
  chatDialects: ['chat-completions', 'messages'],
  // No dated list price of its songs is available: operators add them with custom prices.
  dialects: { music: 'music-minimax' },
  keyVariables: ['MINIMAX_API_KEY'],
  baseUrls: { domestic: 'https://api.minimaxi.com/v1', overseas: 'https://api.minimax.io/v1' },
  addresses: {
    messages: {
      baseUrls: { domestic: 'https://api.minimaxi.com/anthropic/v1', overseas: 'https://api.minimax.io/anthropic/v1' },
      auth: { style: 'header', name: 'x-api-key' },
    },
  },
  quirks: {},
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'MiniMax-M3',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 524_288,
      tier: 'basic',
      features: ['tools', 'vision', 'reasoning'],
      supportedParameters: fields,
      alternatives: ['qwen3.7-plus', 'doubao-seed-2.1-turbo'],
      price: { currency: 'CNY', input: '2.1', cachedInput: '0.42', output: '8.4' },
      note: 'Double above 512,000 input tokens; the price here is the one below.',
    },
  ],
};
