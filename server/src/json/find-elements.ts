const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Position of an array element, from its first byte to after its last one. */
export interface ElementPlace {
  readonly start: number;
  readonly end: number;
}

/** @returns the position after the closing quote. */
function skipString(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

/** @returns the position after the value that begins there: a string, an array, or anything that ends at a comma or bracket. */
function skipValue(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length;) {
    const byte = bytes[at];
    if (depth === 0 && at > from && (byte === comma || byte === closeBracket)) return at;
    if (byte === openBracket) depth += 1;
    else if (byte === closeBracket) depth -= 1;
    at = byte === quote ? skipString(bytes, at) : at + 1;
    if (depth === 0 && (byte === quote || byte === closeBracket)) return at;
  }
  return bytes.length;
}

/**
 * The elements of an array; a number may include trailing blanks.
 * @param bytes must be valid JSON: an array of strings, numbers and such arrays. For anything else, the positions are meaningless.
 */
export function findElements(bytes: Buffer): ElementPlace[] {
  const places: ElementPlace[] = [];
  for (let at = 1; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20 || byte === comma || byte === closeBracket) {
      at += 1;
      continue;
    }
    const end = skipValue(bytes, at);
    places.push({ start: at, end });
    at = end;
  }
  return places;
}
