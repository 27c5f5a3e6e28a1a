import type { Dialect } from '../dialect.ts';
import { messagesClientSide } from './messages-client-side.ts';

/** Messages, as Anthropic documents it. */
export const messagesDialect: Dialect = { name: 'messages', kind: 'chat', client: messagesClientSide, serves: new Map() };
