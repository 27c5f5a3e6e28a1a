import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { readWhole } from './read-whole.ts';
import { ChatStreamRelay } from './stream-relay.ts';
import { toUpstream } from './to-upstream.ts';

const name = 'chat-completions';

/** Client and upstream both speak it, so bytes are relayed and only a few spans change. */
export const chatCompletionsDialect: Dialect = {
  name,
  kind: 'chat',
  client: clientSide,
  serves: new Map([
    [
      name,
      {
        upstreamPath: '/chat/completions',
        toUpstream,
        createStreamRelay: (plan) => new ChatStreamRelay(plan),
        readWhole,
        readRefusal,
      },
    ],
  ]),
};
