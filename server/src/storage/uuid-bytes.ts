const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  throw new TypeError('not a UUID');
}

/**
 * Writes a UUID's 16 bytes into `target`, which a hot path may reuse.
 * @throws {TypeError} if the text is not a UUID.
 */
export function uuidIntoBytes(uuid: string, target: Uint8Array): Uint8Array {
  if (uuid.length !== 36) throw new TypeError('not a UUID');
  let at = 0;
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) {
      if (uuid.charCodeAt(at) !== 45) throw new TypeError('not a UUID');
      at += 1;
    }
    target[index] = (digit(uuid.charCodeAt(at)) << 4) | digit(uuid.charCodeAt(at + 1));
    at += 2;
  }
  return target;
}

/** A call's ID as the database stores it. */
export function uuidBytes(uuid: string): Uint8Array {
  return uuidIntoBytes(uuid, new Uint8Array(16));
}

/** A call's id in the usual notation. */
export function uuidText(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += hex[bytes[index] ?? 0] ?? '';
  }
  return text;
}

/** The smallest UUIDv7 of a millisecond (RFC 9562: the first 48 bits are the time), so that a time range is an ID range. */
export function firstUuidBytesAt(atMs: number): Uint8Array {
  const bytes = new Uint8Array(16);
  let rest = Math.max(0, Math.min(Math.ceil(atMs), 2 ** 48 - 1));
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** The time in a UUIDv7, in milliseconds since the epoch. */
export function uuidTimeMs(bytes: Uint8Array): number {
  let timeMs = 0;
  for (let index = 0; index < 6; index += 1) timeMs = timeMs * 256 + (bytes[index] ?? 0);
  return timeMs;
}
