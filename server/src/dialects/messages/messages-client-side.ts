import type { ApiError, ErrorCode } from '@tollgate/contract/errors';
import type { Asked, ClientSide, ErrorAdvice, ListedModel } from '../dialect.ts';
import { finalStatuses } from '../shared/final-statuses.ts';

/** Types of errors, by status. Aggregators disable a channel on `permission_error`, so no error has that type. */
const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'overloaded_error',
};

/** Agents read 403 as a failed sign-in, which a model that the key may not use is not. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = { model_not_allowed: 404, no_domestic_route: 404 };

function statusOf({ code, status }: ApiError): number {
  return statuses[code] ?? status;
}

function typeOf(error: ApiError): string {
  if (error.code === 'balance_exhausted') return 'billing_error';
  return types[statusOf(error)] ?? 'invalid_request_error';
}

/** The body of an error, whole or in a stream. Field and code are ours; clients of this protocol ignore them. */
function messagesErrorBody(error: ApiError, requestId: string): object {
  const { message, param, code } = error;
  return { type: 'error', error: { type: typeOf(error), message, param, code }, request_id: requestId };
}

/** An error as the last event of a stream. */
export function messagesErrorEvent(error: ApiError, requestId: string): Buffer {
  return Buffer.from(`event: error\ndata: ${JSON.stringify(messagesErrorBody(error, requestId))}\n\n`);
}

function adviseOn(error: ApiError, { requestId }: Asked): ErrorAdvice {
  const status = statusOf(error);
  const advice = { status, headers: { 'request-id': requestId } };
  return error.shouldRetry && finalStatuses.has(status) ? { ...advice, shouldRetry: false } : advice;
}

function modelCard({ id, created, context_length: input, max_output_tokens: output }: ListedModel): object {
  const createdAt = new Date(created * 1_000).toISOString();
  return { type: 'model', id, display_name: id, created_at: createdAt, max_input_tokens: input, max_tokens: output };
}

/** Clients of the Messages protocol. */
export const messagesClientSide: ClientSide = {
  sign: 'anthropic-version',
  models: {
    list: (models) => ({
      data: models.map(modelCard),
      has_more: false,
      first_id: models[0]?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    }),
    one: modelCard,
  },
  keyPlaces: [{ in: 'bearer' }, { in: 'header', name: 'x-api-key' }],
  passedHeaders: ['anthropic-version', 'anthropic-beta'],
  errorBody: (error, { requestId }) => messagesErrorBody(error, requestId),
  adviseOn,
  streamError: (error, { requestId }) => messagesErrorEvent(error, requestId),
  keepAlive: Buffer.from(': waiting\n\n'),
};
