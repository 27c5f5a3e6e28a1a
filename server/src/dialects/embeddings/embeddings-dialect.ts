import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { batches } from './batches.ts';
import { readWhole } from './read-whole.ts';
import { toUpstream } from './to-upstream.ts';

const name = 'embeddings';

/** Client and upstream use the same protocol; only the format of the numbers may differ. */
export const embeddingsDialect: Dialect = {
  name,
  kind: 'embedding',
  client: clientSide,
  serves: new Map([
    [name, { upstreamPath: '/embeddings', toUpstream, createStreamRelay: null, readWhole, readRefusal, batches }],
  ]),
};
