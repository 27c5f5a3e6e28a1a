import { ApiError } from '@tollgate/contract/errors';
import { comparableModels } from './comparable-models.ts';
import type { AdmittedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'catalog'>;

/** The 503 of a model that no route can serve now. It names comparable models that the client may call. */
export function unavailable(
  context: Parts,
  call: AdmittedCall,
  why: { readonly cause: string; readonly retryAfterSeconds?: number },
): ApiError {
  const advice = comparableModels(context.catalog.current, call.model, call.entry, call.day);
  return new ApiError('upstream_unavailable', {
    message: `The model ${JSON.stringify(call.model.name)} is temporarily unavailable at its provider. The request was not charged; retry with exponential backoff.${advice}`,
    cause: why.cause,
    ...(why.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: why.retryAfterSeconds }),
  });
}
