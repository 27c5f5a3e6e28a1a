import { ApiError } from '@tollgate/contract/errors';
import { comparableModels } from './comparable-models.ts';
import type { AdmittedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'catalog'>;

/** What clients read about the model. It names no upstream. */
const states = {
  failing: 'temporarily unavailable at its provider',
  maintenance: 'under maintenance',
  unserved: 'temporarily unavailable',
} as const;

interface Unavailability {
  /** For the log. */
  readonly cause: string;
  /** Why no route can serve the model; `failing` by default. */
  readonly state?: keyof typeof states;
  readonly retryAfterSeconds?: number;
}

/** The 503 of a model that no route can serve now. It names comparable models that the client may call. */
export function unavailable(context: Parts, call: AdmittedCall, why: Unavailability): ApiError {
  const advice = comparableModels(context.catalog.current, call.model, call.entry, call.day);
  const state = states[why.state ?? 'failing'];
  return new ApiError('upstream_unavailable', {
    message: `The model ${JSON.stringify(call.model.name)} is ${state}. The request was not charged; retry with exponential backoff.${advice}`,
    cause: why.cause,
    ...(why.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: why.retryAfterSeconds }),
  });
}
