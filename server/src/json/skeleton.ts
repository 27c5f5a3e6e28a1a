/** A string of the body that the parser gets only the first bytes of. Places count from the start of the body. */
export interface LongString {
  /** Behind the opening quote. */
  readonly start: number;
  /** From here on it is left out. */
  readonly cut: number;
  /** At the closing quote. */
  readonly end: number;
  readonly wide: number;
  readonly narrow: number;
}

export interface Skeleton {
  readonly text: string;
  /** The byte of the body that a character of `text` came from. */
  placeOf(index: number): number;
}

/** The text of the body without the rest of its long strings. `bytes` are valid UTF-8, cuts are between characters. */
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
