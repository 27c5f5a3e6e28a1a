import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** The client protocol; upstreams use one of its variants. */
export const rerankDialect: Dialect = { name: 'rerank', kind: 'rerank', client: clientSide, serves: new Map() };
