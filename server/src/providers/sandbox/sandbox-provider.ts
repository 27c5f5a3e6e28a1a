import type { Model, Provider } from '../../domain/catalog/model.ts';
import { sandboxOperations } from './operations.ts';
import { free } from './sandbox-operation.ts';

/** The sandbox's models, at price 0 until the operator sets one. */
export const sandboxModels: readonly Model[] = [...new Set(sandboxOperations.map(({ model }) => model))];

const key = {
  id: 'rky_sandbox',
  apiKey: null,
  weight: 1,
  limits: { requestsPerMinute: null, tokensPerMinute: null, concurrency: null },
  enabled: true,
};

/** Serves the sandbox models; requests to its URL are handled within the process. */
export const sandboxProvider: Provider = {
  id: 'prv_sandbox',
  isBuiltIn: true,
  name: 'sandbox',
  chatDialects: ['chat-completions', 'responses-compact'],
  dialects: Object.fromEntries(
    sandboxOperations.filter(({ model }) => model.kind !== 'chat').map(({ model, dialect }) => [model.kind, dialect]),
  ),
  mediaHosts: [],
  priority: 100,
  weight: 1,
  enabled: true,
  routes: [{ id: 'rt_sandbox', region: 'domestic', baseUrl: 'sandbox:', addresses: {}, keys: [key] }],
  models: sandboxModels.map(({ name }) => ({ model: name, upstreamModel: name.replace('sandbox/', ''), cost: free })),
  quirks: { tokenIds: true },
};
