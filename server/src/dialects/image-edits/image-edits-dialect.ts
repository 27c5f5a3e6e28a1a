import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** Clients speak it, in forms; upstreams that draw serve it, each in its own way. */
export const imageEditsDialect: Dialect = { name: 'image-edits', kind: 'image', client: clientSide, serves: new Map() };
