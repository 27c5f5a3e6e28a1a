/**
 * Identifies one intention, so that a request sent twice moves money once. Create it when the form opens, not when it is sent. Does not use
 * `randomUUID`, which browsers offer only over HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
