import type { Dialect } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { readWhole } from './read-whole.ts';
import { toUpstream } from './to-upstream.ts';

const name = 'images';

/** Client and upstream both speak it; only the form in which images come may differ. */
export const imagesDialect: Dialect = {
  name,
  kind: 'image',
  client: clientSide,
  serves: new Map([[name, { upstreamPath: '/images/generations', toUpstream, createStreamRelay: null, readWhole, readRefusal }]]),
};
