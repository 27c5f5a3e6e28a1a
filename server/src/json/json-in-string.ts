const quote = 0x22;
const backslash = 0x5c;
/** The only characters of a valid document that a string cannot contain at all: the spaces between its tokens. */
const spaces: ReadonlyMap<number, number> = new Map([
  [0x09, 0x74],
  [0x0a, 0x6e],
  [0x0d, 0x72],
]);

function mustEscape(byte: number): boolean {
  return byte === quote || byte === backslash || byte < 0x20;
}

/**
 * A JSON document as a JSON string, byte by byte: decoding and encoding megabytes would block the event loop for longer.
 * @param bytes of a valid document.
 */
export function jsonInString(bytes: Buffer): Buffer {
  const { length } = bytes;
  let escapes = 0;
  for (let at = 0; at < length; at += 1) if (mustEscape(bytes[at] as number)) escapes += 1;
  const written = Buffer.allocUnsafe(length + escapes + 2);
  written[0] = quote;
  let end = 1;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (mustEscape(byte)) written[end++] = backslash;
    written[end++] = byte < 0x20 ? (spaces.get(byte) ?? byte) : byte;
  }
  written[end] = quote;
  return written;
}
