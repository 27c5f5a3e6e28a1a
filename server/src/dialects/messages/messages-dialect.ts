import type { Dialect } from '../dialect.ts';
import { messagesClientSide } from './messages-client-side.ts';
import { messagesRelay } from './messages-relay.ts';

const name = 'messages';

/** Messages: content in blocks, and streams of named events. */
export const messagesDialect: Dialect = {
  name,
  kind: 'chat',
  client: messagesClientSide,
  serves: new Map([[name, messagesRelay]]),
};
