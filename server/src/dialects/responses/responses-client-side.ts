import type { ApiError, ErrorCode } from '@tollgate/contract/errors';
import type { Asked, ClientSide, ErrorAdvice } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { failedEvent, responseId } from './hub/response-object.ts';

/** Agents wait for the advised time silently, however long it is. */
const retryAfterSecondsMax = 60;

/**
 * A header of one agent. It repeats every 429 except of one type; aggregators drop a channel for that, so others do not receive it. It reads
 * why a response failed only if the stream then ends; other clients notice nothing but a broken connection.
 */
const agentHeader = 'x-codex-turn-metadata';
const caps: ReadonlySet<ErrorCode> = new Set(['daily_cap_reached', 'monthly_cap_reached']);

function errorBody(error: ApiError, { headers }: Asked): object {
  const body = error.toBody();
  if (!caps.has(error.code) || headers[agentHeader] === undefined) return body;
  return { error: { ...body.error, type: 'insufficient_quota' } };
}

function adviseOn({ retryAfterSeconds }: ApiError): ErrorAdvice {
  const isTooLong = retryAfterSeconds !== undefined && retryAfterSeconds > retryAfterSecondsMax;
  return isTooLong ? { retryAfterSeconds: retryAfterSecondsMax } : {};
}

/** Clients of the Responses protocol. */
export const responsesClientSide: ClientSide = {
  ...clientSide,
  errorBody,
  adviseOn,
  endsCleanly: ({ headers }) => headers[agentHeader] !== undefined,
  streamError: (error, { requestId }) =>
    failedEvent(error, `{"id":${JSON.stringify(responseId(requestId))},"object":"response"`, 0),
};
