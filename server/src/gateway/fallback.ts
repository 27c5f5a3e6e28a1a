import { ApiError } from '@tollgate/contract/errors';
import type { AdmittedCall, AnsweredCall, Fallback, Filling } from './call.ts';
import { CallFailure, ClientLeft } from './refusals/call-failure.ts';

const servedModelHeader = 'x-tollgate-served-model';

/** Whether no route of the model is left, which another model may have. */
function isOutOfRoutes(thrown: unknown): boolean {
  const error = thrown instanceof CallFailure ? thrown.error : thrown;
  return error instanceof ApiError && error.code === 'upstream_unavailable';
}

/**
 * Lets the call continue as one for the fallback of its model, if it has one: with its routes, its price and its name in the answer. The amount
 * that is set aside covers both.
 * @returns the terms of the requested model; `null` if the call ends.
 */
export function takeFallback(call: AdmittedCall, thrown: unknown): Fallback | null {
  const { fallback, model, quote, estimate } = call;
  if (fallback === null || !isOutOfRoutes(thrown) || call.client.left) return null;
  const filling = call as Filling<AdmittedCall>;
  filling.model = fallback.model;
  filling.quote = fallback.quote;
  filling.estimate = fallback.estimate;
  filling.fallback = null;
  filling.servedModel = fallback.model.name;
  return { model, quote, estimate };
}

/** For the client; only its log says it if a silent stream has been opened before. */
export function withFallbackHeader(call: AnsweredCall): AnsweredCall {
  call.client.addHeaders([[servedModelHeader, encodeURI(call.model.name)]]);
  return call;
}

/** The fallback has no answer either: the call ends as one for the requested model, unless it was ended from outside. */
export function restore(
  call: AdmittedCall,
  requested: Fallback,
  { thrown, again }: { readonly thrown: unknown; readonly again: unknown },
): unknown {
  const filling = call as Filling<AdmittedCall>;
  filling.model = requested.model;
  filling.quote = requested.quote;
  filling.estimate = requested.estimate;
  filling.servedModel = null;
  const isEnded = again instanceof ClientLeft || (again instanceof CallFailure && again.ending === 'interrupted');
  return isEnded ? again : thrown;
}
