import { lossesAtResponses } from '../losses.ts';
import { optionalOperation } from '../../shared/optional-operation.ts';
import { refusesSeals } from '../../shared/refuses-seals.ts';
import { readWhole } from './read-whole.ts';
import { toUpstream } from './to-upstream.ts';

/** Client and upstream use the same protocol, so bytes are relayed and only a few spans change. */
export const compactRelay = optionalOperation({
  // A function, because a route with one path for Responses would be asked for an answer there.
  upstreamPath: () => '/responses/compact',
  losses: lossesAtResponses,
  toUpstream,
  createStreamRelay: null,
  readWhole,
  refusesSeals,
});
