import { ApiError } from '@tollgate/contract/errors';
import type { GatewayContext } from '../gateway-context.ts';

/** The parts of the gateway that it uses. */
type Parts = Pick<GatewayContext, 'publicUrl'>;

/** The 401 of a known operation below an unknown prefix. Says the same to every key, because none is right there. */
export function wrongBaseAddress(context: Pick<Parts, 'publicUrl'>): ApiError {
  return new ApiError('wrong_base_address', {
    message: `Incorrect API key provided: the client's base URL is wrong, so no key works at this address. Set it to ${context.publicUrl()}/v1.`,
    cause: 'wrong base address',
  });
}
