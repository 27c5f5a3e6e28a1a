/**
 * Names one intention, so that a request sent twice moves money once. Make it when the form opens, not when it is sent.
 * Not `randomUUID`, which browsers know on https alone.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
