import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { batches } from './batches.ts';
import { readWhole } from './read-whole.ts';
import { toUpstream } from './to-upstream.ts';

const name = 'embeddings';

/** Client and upstream both speak it; only the form of the numbers may differ. */
export const embeddingsDialect: Dialect = {
  name,
  kind: 'embedding',
  client: clientSide,
  serves: new Map([
    [name, { upstreamPath: '/embeddings', toUpstream, createStreamRelay: null, readWhole, readRefusal, batches }],
  ]),
};
