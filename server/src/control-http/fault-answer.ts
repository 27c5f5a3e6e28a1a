import { ApiError, errorCatalogue, type ErrorCode, type ErrorEntry } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../platform/logger.ts';
import { publishRefusal } from './refusal-channel.ts';

/** The framework's own refusals as errors of the catalogue. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Turns any exception into a refusal of the catalogue. The actual error is only logged. */
function catalogued(error: unknown, request: FastifyRequest, logger: Logger): ApiError {
  if (error instanceof ApiError) return error;
  const { code, name, message, statusCode } = error as Partial<FastifyError> & { name?: string };
  const known = frameworkCodes[code ?? ''];
  if (known !== undefined) return new ApiError(known);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError('malformed_request');
  if (name === 'UnitConflict') return refusal('record_changed');
  logger.error(
    { err: { name, message, stack: (error as Error).stack }, route: request.routeOptions.url },
    'a request of the control plane failed with an unexpected error with an unexpected error',
  );
  const outage = name === 'StorageError' && (error as { fault?: unknown }).fault === 'outage';
  return new ApiError(outage ? 'storage_unavailable' : 'internal_error', { cause: error });
}

/** Sends the response to a refused or failed request. */
export function answerFault(logger: Logger) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const fault = catalogued(error, request, logger);
    publishRefusal(request, fault);
    const entry: ErrorEntry = errorCatalogue[fault.code];
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
    if (entry.shouldRetry === false) reply.header('x-should-retry', 'false');
    if (fault.status === 401) reply.header('www-authenticate', 'Bearer');
    await reply.code(fault.status).send(fault.toBody());
  };
}
