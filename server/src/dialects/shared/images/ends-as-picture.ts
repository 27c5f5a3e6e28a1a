/** Maximum distance, in bytes, of an image's end marker from the end of its file. */
export const endBytes = 768;

export interface PictureParts {
  /** At least 12 bytes, or the whole file. */
  readonly beginning: Buffer;
  /** The last {@link endBytes} bytes, or the whole file. */
  readonly end: Buffer;
  /** Length of the file in bytes. */
  readonly length: number;
}

type Kind = readonly [beginning: RegExp, isWhole: (end: string, parts: PictureParts) => boolean];

/** The end marker of an image, or its declared length. */
const kinds: readonly Kind[] = [
  [/^\x89PNG/, (end) => end.includes('IEND\xae\x42\x60\x82')],
  [/^\xff\xd8/, (end) => end.includes('\xff\xd9')],
  [/^GIF/, (end) => end.endsWith(';')],
  // An encoder may omit the last byte of padding.
  [/^RIFF[^]{8}/, (_end, { beginning, length }) => length >= beginning.readUInt32LE(4) + 7],
  // The other formats declare only the length of their parts.
  [/^[^]{4}ftyp/, (_end, { beginning, length }) => length > beginning.readUInt32BE(0)],
  [/^/, (end) => /<\/(?:\w+:)?svg\s*>|\/>\s*$/i.test(end)],
];

function withoutZeros(bytes: Buffer): string {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return bytes.toString('latin1', 0, length);
}

/**
 * Whether a file that begins like an image is complete. Zeros after its end are padding. If all examined bytes are zeros, the end cannot be
 * checked.
 */
export function endsAsPicture(parts: PictureParts): boolean {
  const end = withoutZeros(parts.end);
  if (end === '') return true;
  const beginning = parts.beginning.toString('latin1', 0, 12);
  return kinds.find(([known]) => known.test(beginning))?.[1](end, parts) ?? false;
}
