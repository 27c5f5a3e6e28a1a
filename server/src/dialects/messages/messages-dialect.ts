import type { Dialect } from '../dialect.ts';
import { messagesClientSide } from './messages-client-side.ts';

/** Messages: content in blocks, and streams of named events. */
export const messagesDialect: Dialect = { name: 'messages', kind: 'chat', client: messagesClientSide, serves: new Map() };
