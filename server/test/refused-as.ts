import { channel } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import { ApiError, type NamedRefusal } from '@tollgate/contract/errors';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import { refusalChannelName, type RefusalEvent } from '../src/control-http/refusal-channel.ts';

const told = channel(refusalChannelName);

/**
 * For `assert.rejects` on control functions: checks the refusal. Publishes it like the refusal of a response, without a route.
 * @param params the relevant ones, with their values
 */
export function refusedAs(reason: RefusalReason, params: NamedRefusal['params'] = {}): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof ApiError) || error.refusal?.reason !== reason) return false;
    const refusal: RefusalEvent = { method: '', route: null, code: error.code, reason, declared: null };
    told.publish(refusal);
    return isDeepStrictEqual({ ...error.refusal.params, ...params }, error.refusal.params);
  };
}
