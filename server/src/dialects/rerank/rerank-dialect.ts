import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** The client protocol; upstreams speak one of its relatives. */
export const rerankDialect: Dialect = { name: 'rerank', kind: 'rerank', client: clientSide, serves: new Map() };
