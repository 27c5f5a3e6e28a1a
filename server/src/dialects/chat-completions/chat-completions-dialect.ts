import type { Dialect } from '../dialect.ts';
import { readRefusal } from './read-refusal.ts';
import { readWhole } from './read-whole.ts';
import { ChatStreamRelay } from './stream-relay.ts';
import { toUpstream } from './to-upstream.ts';

/** The hub dialect: client and upstream both speak it, so bytes are relayed and only a few spans change. */
export const chatCompletionsDialect: Dialect = {
  name: 'chat-completions',
  upstreamPath: '/chat/completions',
  toUpstream,
  createStreamRelay: (plan) => new ChatStreamRelay(plan),
  readWhole,
  readRefusal,
  streamError: (body) => Buffer.from(`data: ${JSON.stringify(body)}\n\n`),
  streamComment: Buffer.from(': waiting\n\n'),
};
