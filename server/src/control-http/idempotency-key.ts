import { refusal } from '@tollgate/contract/refusals/refusal';

export const idempotencyHeader = 'idempotency-key';
/** Sent in responses to a repeated request. */
export const replayedHeader = 'idempotent-replayed';

/**
 * The key of a request; `null` without one.
 * @throws {ApiError} 400 if the header is invalid.
 */
export function idempotencyKey(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw refusal('idempotency_key_wrong', {}, { param: 'Idempotency-Key' });
}

/**
 * The same if a key is required.
 * @throws {ApiError} 400
 */
export function requiredIdempotencyKey(value: string | string[] | undefined): string {
  const key = idempotencyKey(value);
  if (key !== null) return key;
  throw refusal('idempotency_key_missing', {}, { param: 'Idempotency-Key' });
}
