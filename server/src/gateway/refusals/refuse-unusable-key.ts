import { ApiError } from '@tollgate/contract/errors';
import { keyRefusal } from '../../domain/tenants/key-refusal.ts';
import type { AuthenticatedCall } from '../call.ts';

/**
 * Checks key state and source address as they are now. Runs when the head arrives, and again in the same step as the reservation: a key can
 * be deleted while a body is still arriving.
 * @throws {ApiError} 401 or 403; the cause names what is wrong, the public text does not.
 */
export function refuseUnusableKey(call: AuthenticatedCall, atMs: number): void {
  const refusal = keyRefusal(call.entry, atMs);
  if (refusal !== null) throw new ApiError(refusal.code, { cause: refusal.cause });
  if (!call.entry.ipAllowed(call.sourceIp)) {
    throw new ApiError('ip_not_allowed', {
      message: `The source address ${call.sourceIp} is not in this key's IP allow-list. Add it to the list, or call from a listed address.`,
      cause: `source address ${call.sourceIp} is not in the IP allow-list of the key`,
    });
  }
}
