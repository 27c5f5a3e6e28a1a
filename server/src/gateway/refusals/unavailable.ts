import { ApiError } from '@tollgate/contract/errors';
import { comparableModels } from './comparable-models.ts';
import type { AdmittedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'catalog'>;

interface Unavailability {
  /** For the log. */
  readonly cause: string;
  /** Why no route can serve the model; `failing` by default. */
  readonly state?: 'failing' | 'maintenance' | 'unserved';
  readonly retryAfterSeconds?: number;
}

/** The 503 of a model that no route can serve now. It names comparable models that the client may call, and no upstream. */
export function unavailable(context: Parts, call: AdmittedCall, why: Unavailability): ApiError {
  const advice = comparableModels(context.catalog.current, call.model, call.entry, call.day);
  const { state = 'failing' } = why;
  return new ApiError('upstream_unavailable', {
    message: `The model ${JSON.stringify(call.model.name)} is ${state === 'maintenance' ? 'under maintenance' : 'temporarily unavailable'}${state === 'failing' ? ' at its provider' : ''}. The request was not charged; retry with exponential backoff.${advice}`,
    cause: why.cause,
    ...(why.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: why.retryAfterSeconds }),
  });
}
