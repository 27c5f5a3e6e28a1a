import type { Relay } from '../dialect.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { readThinkingQuirk, refusesSeals } from '../shared/refuses-seals.ts';
import { MessageCollector } from './message-collector.ts';
import { MessagesStreamRelay } from './messages-stream-relay.ts';
import { readWhole } from './read-whole.ts';
import { requestHeaders } from './request-headers.ts';
import { isRewritten, toUpstream } from './to-upstream.ts';

/** Client and upstream use the same protocol, so bytes are relayed and only a few spans change. */
export const messagesRelay: Relay = {
  upstreamPath: '/messages',
  headers: requestHeaders,
  toUpstream,
  createStreamRelay: (plan) => new MessagesStreamRelay(plan),
  createCollector: (plan) => new MessagesStreamRelay(plan, new MessageCollector(plan)),
  readWhole,
  readRefusal,
  refusesSeals,
  readQuirks: (status, bytes, plan) => (isRewritten(plan, plan.body) ? readThinkingQuirk(status, bytes, plan) : null),
};
