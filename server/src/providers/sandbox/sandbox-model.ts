import type { Model } from '../../domain/catalog/model.ts';
import { free } from './sandbox-operation.ts';

/** A model of the sandbox: free, and with no limits except those given. */
export function sandboxModel(own: Pick<Model, 'name' | 'kind' | 'supportedParameters'> & Partial<Model>): Model {
  return {
    ownedBy: 'tollgate',
    createdAtMs: Date.UTC(2026, 10, 1),
    prices: [{ version: 1, label: `${own.name}@1`, fromMs: 0, price: free }],
    contextLength: null,
    outputLimit: null,
    typicalOutput: null,
    maxTokensIncludesReasoning: true,
    features: [],
    tier: 'basic',
    aliases: [],
    alternatives: [],
    fallback: null,
    retirementDate: null,
    ...own,
  };
}
