import type { HubRequest } from '../../src/dialects/shared/hub/hub-request.ts';

/** A request of the hub that asks for nothing. */
export const plainRequest: HubRequest = {
  system: [],
  turns: [],
  tools: [],
  toolChoice: null,
  parallelTools: null,
  output: { kind: 'text' },
  reasoning: null,
  sampling: {},
  stop: [],
  outputTokensMax: null,
  verbosity: null,
  serviceTier: null,
  cacheKey: null,
  user: null,
  metadata: null,
  features: new Map(),
};
