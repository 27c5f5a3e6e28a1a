import type { Dialect } from '../dialect.ts';
import { readRefusal } from './read-refusal.ts';
import { readWhole } from './read-whole.ts';
import { ChatStreamRelay } from './stream-relay.ts';
import { toUpstream } from './to-upstream.ts';

const name = 'chat-completions';

/** Client and upstream both speak it, so bytes are relayed and only a few spans change. */
export const chatCompletionsDialect: Dialect = {
  name,
  kind: 'chat',
  client: {
    errorBody: (error) => error.toBody(),
    streamError: (error) => Buffer.from(`data: ${JSON.stringify(error.toBody())}\n\n`),
    keepAlive: Buffer.from(': waiting\n\n'),
  },
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
