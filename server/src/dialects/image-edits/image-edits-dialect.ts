import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** Clients use this protocol, with forms. Upstreams that generate images serve it, each in its own protocol. */
export const imageEditsDialect: Dialect = { name: 'image-edits', kind: 'image', client: clientSide, serves: new Map() };
