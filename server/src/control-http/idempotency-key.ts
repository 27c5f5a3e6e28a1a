import { ApiError } from '@tollgate/contract/errors';

export const idempotencyHeader = 'idempotency-key';
/** In answers to a repetition. */
export const replayedHeader = 'idempotent-replayed';

/** The key of a request, `null` without one. @throws {ApiError} 400 when the header cannot be one. */
export function idempotencyKey(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw new ApiError('invalid_parameter', {
    param: 'Idempotency-Key',
    message: 'The header `Idempotency-Key` must be 1 to 255 printable characters without spaces, sent once.',
  });
}

/** The same where it must be there. @throws {ApiError} 400 */
export function requiredIdempotencyKey(value: string | string[] | undefined): string {
  const key = idempotencyKey(value);
  if (key !== null) return key;
  throw new ApiError('missing_required_parameter', {
    param: 'Idempotency-Key',
    message:
      'The header `Idempotency-Key` is missing. Send one value of your own for each thing to be done, and the same again when you repeat the request.',
  });
}
