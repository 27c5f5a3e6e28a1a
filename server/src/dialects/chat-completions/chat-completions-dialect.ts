import type { Dialect, Relay } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { readWhole } from './read-whole.ts';
import { ChatStreamRelay } from './stream-relay.ts';
import { readQuirks, toUpstream } from './to-upstream.ts';

/** Client and upstream use the same protocol, so bytes are relayed and only a few spans change. */
export const chatRelay: Relay = {
  upstreamPath: '/chat/completions',
  toUpstream,
  createStreamRelay: (plan) => new ChatStreamRelay(plan),
  readWhole,
  readRefusal,
  readQuirks,
};

const name = 'chat-completions';

export const chatCompletionsDialect: Dialect = { name, kind: 'chat', client: clientSide, serves: new Map([[name, chatRelay]]) };
