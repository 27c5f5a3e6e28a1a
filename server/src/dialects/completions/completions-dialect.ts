import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** Clients use this protocol; their requests go to upstreams in the chat protocol, see `over-chat.ts`. */
export const completionsDialect: Dialect = { name: 'completions', kind: 'chat', client: clientSide, serves: new Map() };
