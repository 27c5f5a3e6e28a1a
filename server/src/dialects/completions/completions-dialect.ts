import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** Clients speak it; upstreams are spoken to in the protocol of chat, see `over-chat.ts`. */
export const completionsDialect: Dialect = { name: 'completions', kind: 'chat', client: clientSide, serves: new Map() };
