/** A string of which the parser gets only the first bytes. Positions count from the start of the body. */
export interface LongString {
  /** After the opening quote. */
  readonly start: number;
  /** The string is left out from here on. */
  readonly cut: number;
  /** At the closing quote. */
  readonly end: number;
  readonly wide: number;
  readonly narrow: number;
}

export interface Skeleton {
  readonly text: string;
  /** The byte of the body that a character of `text` comes from. */
  placeOf(index: number): number;
}

/** The text of the body without the rest of its long strings. `bytes` must be valid UTF-8, and cuts must be between characters. */
export function buildSkeleton(bytes: Buffer, long: readonly LongString[]): Skeleton {
  if (long.length === 0) {
    const text = bytes.toString('utf8', 0, bytes.length);
    return { text, placeOf: (index) => Buffer.byteLength(text.slice(0, index)) };
  }
  const parts: string[] = [];
  let from = 0;
  for (const string of long) {
    parts.push(bytes.toString('utf8', from, string.cut));
    from = string.end;
  }
  parts.push(bytes.toString('utf8', from, bytes.length));
  return { text: parts.join(''), placeOf: (index) => placeOf(parts, long, index) };
}

function placeOf(parts: readonly string[], long: readonly LongString[], index: number): number {
  let left = index;
  let from = 0;
  for (const [position, part] of parts.entries()) {
    if (left < part.length || position === parts.length - 1) return from + Buffer.byteLength(part.slice(0, left));
    left -= part.length;
    from = long[position]?.end ?? from;
  }
  return from;
}
