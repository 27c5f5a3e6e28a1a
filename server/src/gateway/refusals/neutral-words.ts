import { switchesChannelOff } from '@tollgate/contract/requests/channel-rules';
import { ApiError } from '@tollgate/contract/errors';

/** What an aggregator shall switch its channel off for: a key that is no use, and an account without money. */
function isMeantToSwitchOff({ status, code }: ApiError): boolean {
  return status === 401 || code === 'balance_exhausted';
}

/**
 * The error as a client is told it. A text that holds a name or words of the client or of an upstream may hold, by chance or by
 * design, those by which an aggregator takes the channel from all its users; the catalogue's own text goes in its place.
 */
export function inNeutralWords(error: ApiError): ApiError {
  if (isMeantToSwitchOff(error) || !switchesChannelOff(error.message)) return error;
  const { code, param, retryAfterSeconds, shouldRetry } = error;
  return new ApiError(code, {
    param,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(shouldRetry ? {} : { shouldRetry: false }),
  });
}
