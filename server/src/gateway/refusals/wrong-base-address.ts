import { ApiError } from '@tollgate/contract/errors';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'publicUrl'>;

/** The 401 of a known operation below an unknown prefix. It is the same for every key, because none is valid there. */
export function wrongBaseAddress(context: Pick<Parts, 'publicUrl'>): ApiError {
  return new ApiError('wrong_base_address', {
    message: `Incorrect API key provided: the client's base URL is wrong, so no key works at this address. Set it to ${context.publicUrl()}/v1.`,
    cause: 'wrong base address',
  });
}
