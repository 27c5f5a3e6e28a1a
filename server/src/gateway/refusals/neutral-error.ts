import { switchesChannelOff } from '@tollgate/contract/requests/channel-rules';
import { ApiError } from '@tollgate/contract/errors';

/** Errors that should make an aggregator disable its channel: an unusable key, and an account without money. */
function isMeantToSwitchOff({ status, code }: ApiError): boolean {
  return status === 401 || code === 'balance_exhausted';
}

/**
 * The error as a client gets it. A text that quotes a client or an upstream may contain words that make an aggregator disable the channel
 * for all its users, by chance or by design. The catalogue's own text replaces such a text.
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
