import { ApiError } from '@tollgate/contract/errors';
import type { AdmittedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';

/** What it may use of the gateway's parts. */
type Parts = Pick<GatewayContext, 'catalog'>;

/** The 503 of a model nobody can serve right now, naming comparable models where the list has them. */
export function unavailable(
  context: Parts,
  call: AdmittedCall,
  why: { readonly cause: string; readonly retryAfterSeconds?: number },
): ApiError {
  const onSale = context.catalog.current.models;
  const alternatives = call.model.alternatives.filter((name) => onSale.has(name));
  const advice = alternatives.length === 0 ? '' : ` Comparable models: ${alternatives.join(', ')}.`;
  return new ApiError('upstream_unavailable', {
    message: `The model ${JSON.stringify(call.model.name)} is temporarily unavailable at its provider. The request was not charged; repeat with exponential backoff.${advice}`,
    cause: why.cause,
    ...(why.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: why.retryAfterSeconds }),
  });
}
