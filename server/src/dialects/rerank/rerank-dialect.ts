import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';

/** What clients speak; upstreams speak one of its relatives. */
export const rerankDialect: Dialect = { name: 'rerank', kind: 'rerank', client: clientSide, serves: new Map() };
