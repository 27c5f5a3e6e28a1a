import type { ApiError } from '@tollgate/contract/errors';
import type { Relay } from '../../dialects/dialect.ts';
import type { AttemptFault } from '../call.ts';

/** Says nothing about other requests on the route: we lack memory, or this request has too large an answer. */
export const ofThisRequest = { status: 200, retryAfterMs: null, blame: 'request' } as const;

/** The fault of an attempt before its answer began. An upstream that does not have the operation may answer anything. */
export function excused(fault: AttemptFault, { isOptional }: Pick<Relay, 'isOptional'>): AttemptFault {
  const { failure } = fault;
  const isExcused = isOptional === true && 'fault' in failure && failure.fault === 'protocol';
  return isExcused ? { ...fault, failure: ofThisRequest } : fault;
}

/** The fault of a route that cannot read what another provider sealed, such as a conversation that it compacted. Another route may. */
export function sealedElsewhere(error: ApiError): AttemptFault {
  const cause = typeof error.cause === 'string' ? error.cause : error.message;
  return { cause, failure: { ...ofThisRequest, status: error.status }, error };
}
