import type { Model, Price, Provider } from '../../domain/catalog/model.ts';

const free: Price = { input: 0n, cachedInput: 0n, output: 0n, perCall: 0n };

/** Serves the sandbox models; its address is answered inside the process. */
export const sandboxProvider: Provider = {
  id: 'prv_sandbox',
  name: 'sandbox',
  dialect: 'chat-completions',
  dialects: {},
  priority: 100,
  weight: 1,
  enabled: true,
  routes: [{ id: 'rt_sandbox', region: 'domestic', baseUrl: 'sandbox:', apiKey: null }],
  models: [{ model: 'sandbox/chat', upstreamModel: 'chat', cost: free }],
  quirks: {},
};

/** What the sandbox serves, at price 0 until the operator sets one. */
export const sandboxModels: readonly Model[] = [
  {
    name: 'sandbox/chat',
    kind: 'chat',
    ownedBy: 'tollgate',
    createdAtMs: Date.UTC(2026, 10, 1),
    prices: [{ version: 1, fromMs: 0, price: free }],
    contextLength: 1_000_000,
    outputLimit: 32_768,
    typicalOutput: null,
    maxTokensIncludesReasoning: true,
    supportedParameters: [
      'max_tokens',
      'max_completion_tokens',
      'metadata',
      'n',
      'response_format',
      'stream',
      'stream_options',
      'tool_choice',
      'tools',
    ],
    features: ['tools', 'vision', 'structured-output'],
    tier: 'basic',
    alternatives: [],
    retirementDate: null,
  },
];
