import type { Relay } from '../dialect.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { refusesSeals } from '../shared/refuses-seals.ts';
import { lossesAtResponses } from './losses.ts';
import { readWhole } from './read-whole.ts';
import { collecting, ResponsesStreamRelay } from './responses-stream-relay.ts';
import { toUpstream } from './to-upstream.ts';

/** Client and upstream use the same protocol, so bytes are relayed and only a few spans change. */
export const responsesRelay: Relay = {
  upstreamPath: '/responses',
  losses: lossesAtResponses,
  toUpstream,
  createStreamRelay: (plan) => new ResponsesStreamRelay(plan),
  createCollector: (plan) => new ResponsesStreamRelay(plan, collecting),
  readWhole,
  readRefusal,
  refusesSeals,
};
