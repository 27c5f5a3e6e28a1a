import { ApiError, type ErrorCode } from '@tollgate/contract/errors';
import { connectionFault } from '../../http/http-server.ts';
import type { AnsweredCall, ReceivedCall } from '../call.ts';
import { CallFailure, ClientLeft } from './call-failure.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { neutralError } from './neutral-error.ts';
import { clientLeft, failed, type Outcome } from '../outcome.ts';
import { breakOffWith, sendError } from './send-error.ts';

type Parts = Pick<GatewayContext, 'limits' | 'logger' | 'state'>;

function causeOf(error: ApiError): string {
  if (typeof error.cause === 'string') return error.cause;
  return error.message;
}

/** Whether the database could not be reached, for example to look up a new key. */
function isOutage(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'StorageError' && 'fault' in thrown && thrown.fault === 'outage';
}

function asFailure(context: Parts, call: ReceivedCall, thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  if (thrown instanceof ApiError) return new CallFailure(thrown, 'refused');
  if (isOutage(thrown)) {
    context.logger.error({ callId: call.id, err: thrown }, 'a call was refused because the database does not answer');
    return new CallFailure(new ApiError('storage_unavailable', { cause: 'the database does not answer' }), 'refused');
  }
  context.logger.error({ callId: call.id, err: thrown }, 'a call failed with an unexpected error');
  return new CallFailure(new ApiError('internal_error', { cause: 'internal error' }), 'refused');
}

/** With these faults it is unclear where a request ends and the next one begins. */
const framingFaults: ReadonlySet<string> = new Set<ErrorCode>(['malformed_request', 'headers_too_large']);

/**
 * Whether the connection must end with the response, because later bytes could be mistaken for a request. A body of ordinary size is
 * discarded instead: closing while a client still sends can cost it the response.
 */
function mustClose(context: Parts, call: ReceivedCall, error: ApiError): boolean {
  // A process that is stopping sends its clients to other processes.
  if (framingFaults.has(error.code) || (error.code === 'maintenance' && context.state.draining)) return true;
  if (call.request.complete) return false;
  if (call.expectsContinue) return true;
  if (error.code !== 'body_too_large') return false;
  return !(Number(call.request.headers['content-length']) <= 4 * context.limits.bodyBytesMax);
}

/** The client left, or its connection broke a framing rule or a time limit while the request was being read. */
function withoutClient(call: ReceivedCall, thrown: unknown): Outcome {
  const code = connectionFault(call.request.socket);
  if (code === null || call.request.complete) return clientLeft(call, thrown instanceof ClientLeft ? thrown.work : null);
  const error = new ApiError(code);
  return failed(call, 'refused', { status: error.status, code, cause: error.message }, null);
}

/**
 * Sends the client the reason why there is no answer: the error of the catalogue or, if a silent stream was already opened, one truthful
 * event in it. Returns the outcome.
 */
export async function refuse(context: Parts, call: ReceivedCall & Partial<AnsweredCall>, thrown: unknown): Promise<Outcome> {
  if (thrown instanceof ClientLeft) return withoutClient(call, thrown);
  // Runs before the check for the client: an internal fault is reported even if its client has left.
  const { error, ending, work } = asFailure(context, call, thrown);
  if (call.client.left) return withoutClient(call, thrown);
  const outcome = { status: error.status, code: error.code, cause: causeOf(error) };
  if (call.client.streaming) {
    await breakOffWith(call, neutralError(error));
    return failed(call, ending, { ...outcome, status: call.client.status ?? 200 }, work);
  }
  if (call.client.status !== null) return failed(call, ending, outcome, work);
  if (call.target.kind === 'wrong_method') call.client.addHeaders([['allow', call.target.allow]]);
  const status = await sendError(call, neutralError(error), mustClose(context, call, error));
  return failed(call, ending, { ...outcome, status }, work);
}
