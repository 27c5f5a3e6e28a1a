import { switchesChannelOff } from '@tollgate/contract/requests/channel-rules';
import { ApiError } from '@tollgate/contract/errors';

/** Errors for which an aggregator should disable its channel: an unusable key, and an account without money. */
function isMeantToSwitchOff({ status, code }: ApiError): boolean {
  return status === 401 || code === 'balance_exhausted';
}

/**
 * The error as a client gets it. A text that holds a name or words of the client or of an upstream may contain, by chance or by design, the
 * words that make an aggregator disable the channel for all its users; the catalogue's own text replaces it.
 */
export function neutralError(error: ApiError): ApiError {
  if (isMeantToSwitchOff(error) || !switchesChannelOff(error.message)) return error;
  const { code, param, retryAfterSeconds, shouldRetry } = error;
  return new ApiError(code, {
    param,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(shouldRetry ? {} : { shouldRetry: false }),
  });
}
