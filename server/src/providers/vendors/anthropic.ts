import type { VendorEntry } from '../provider.ts';

/** Its newest models refuse sampling, dispense their thinking by effort, and accept the role of the system within a conversation. */
const alwaysThinking = ['max_tokens', 'reasoning_effort', 'stop', 'system_messages', 'tools'];
/** Others accept a switch for thinking, and must call a tool while it is off. */
const byEffort = [...alwaysThinking, 'thinking', 'tool_choice'];
const byBudget = ['max_tokens', 'stop', 'temperature', 'thinking_budget', 'tool_choice', 'tools', 'top_k', 'top_p'];

/**
 * Chat clients use the vendor's own layer of chat completions, which does not report cache writes, although they cost more than input at
 * this vendor. All others use its own protocol.
 */
export const anthropic: VendorEntry = {
  name: 'anthropic',
  title: 'Anthropic',
  modelNames: /^claude-/,
  chatDialects: ['messages', 'chat-completions'],
  keyVariables: ['ANTHROPIC_API_KEY'],
  baseUrls: { overseas: 'https://api.anthropic.com/v1' },
  baseUrlEnding: '/v1',
  auth: { style: 'header', name: 'x-api-key' },
  addresses: { 'chat-completions': { auth: { style: 'bearer' } } },
  quirks: {},
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'claude-opus-5-5',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 128_000,
      tier: 'premium',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: alwaysThinking,
      alternatives: ['gpt-5.5', 'gpt-6-sol'],
      price: { currency: 'USD', input: '4', cachedInput: '0.2', output: '20' },
    },
    {
      name: 'claude-fable-5-1',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 128_000,
      tier: 'premium',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: alwaysThinking,
      alternatives: ['gpt-6-astra', 'claude-opus-5-5'],
      price: { currency: 'USD', input: '10', cachedInput: '0.25', output: '50' },
    },
    {
      name: 'claude-sonnet-5',
      kind: 'chat',
      contextLength: 1_000_000,
      outputLimit: 128_000,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: byEffort,
      alternatives: ['gpt-6-sol', 'gemini-3.1-pro-preview', 'grok-4.7'],
      price: { currency: 'USD', input: '2', cachedInput: '0.2', output: '10' },
    },
    {
      name: 'claude-haiku-4-5',
      kind: 'chat',
      contextLength: 200_000,
      outputLimit: 64_000,
      tier: 'standard',
      features: ['tools', 'vision', 'reasoning', 'structured-output'],
      supportedParameters: byBudget,
      alternatives: ['gpt-5.4-mini', 'gemini-3.8-flash'],
      price: { currency: 'USD', input: '1', cachedInput: '0.1', output: '5' },
    },
  ],
};
