import type { Dialect } from '../../dialect.ts';
import { responsesClientSide } from '../responses-client-side.ts';
import { compactRelay } from './compact-relay.ts';

const name = 'responses-compact';

/**
 * Clients that compact a conversation use this protocol, and upstreams of Responses serve it. As an upstream's own protocol only the sandbox
 * has it, which is not called in Responses.
 */
export const responsesCompactDialect: Dialect = {
  name,
  kind: 'chat',
  client: responsesClientSide,
  isForOperators: false,
  serves: new Map([[name, compactRelay]]),
};
