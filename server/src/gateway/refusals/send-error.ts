import type { ApiError } from '@tollgate/contract/errors';
import type { Asked, StreamRelay } from '../../dialects/dialect.ts';
import type { ReceivedCall } from '../call.ts';

function askedBy({ id, request }: ReceivedCall): Asked {
  return { requestId: id, headers: request.headers };
}

/** Sends an error as a whole response, in the client's protocol. Resolves to its status there, once it is sent. */
export async function sendError(call: ReceivedCall, error: ApiError, closeAfter = false): Promise<number> {
  const asked = askedBy(call);
  const response = { ...call.side.adviseOn?.(error, asked), body: call.side.errorBody(error, asked) };
  await call.client.sendError(error, response, closeAfter);
  return response.status ?? error.status;
}

/**
 * Sends an error as the last event of a stream, and breaks the connection, except for clients that surely read it. Resolves once it is sent.
 * @param relay of the stream, if one was relayed: it knows what was sent before.
 */
export async function breakOffWith(call: ReceivedCall, error: ApiError, relay?: StreamRelay): Promise<void> {
  const asked = askedBy(call);
  const event = relay?.errorTail?.(error) ?? call.side.streamError(error, asked);
  await call.client.breakOffAfter(event, call.side.endsCleanly?.(asked));
}
