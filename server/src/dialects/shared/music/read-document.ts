import { fieldsOf, type Fields } from '../fields-of.ts';

/** Longer strings are not parsed with the rest: they may be songs of several megabytes. */
const longBytes = 64 * 1024;
const decodedPerStep = 1024 * 1024;
/** The rest is parsed at once; in a genuine answer it is a few kilobytes. */
const restBytesMax = 1024 * 1024;
const stringsPerStep = 10_000;

const quote = 0x22;
const backslash = 0x5c;

/** A long string of a document, by its position. */
class LongText {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The decoded bytes, in steps; `null` if the string is invalid. */
  *decode(encoding: 'base64' | 'hex'): Generator<undefined, Buffer | null> {
    // Some upstreams write `\/` for `/`.
    const text = this.#bytes.toString('latin1').replaceAll('\\/', '/');
    const form = encoding === 'hex' ? /^[0-9a-f]*$/i : /^[A-Za-z0-9+/]*={0,2}$/;
    const unit = encoding === 'hex' ? 2 : 4;
    if (text.length % unit !== 0) return null;
    const parts: Buffer[] = [];
    for (let at = 0; at < text.length; at += decodedPerStep) {
      const piece = text.slice(at, at + decodedPerStep);
      // Padding is allowed only at the end.
      if (!form.test(piece) || (piece.endsWith('=') && at + decodedPerStep < text.length)) return null;
      parts.push(Buffer.from(piece, encoding));
      yield;
    }
    return Buffer.concat(parts);
  }
}

export interface MusicDocument {
  readonly fields: Fields;
  /** The sound that a field contains as text; `null` if it is missing or invalid. */
  sound(value: unknown, encoding: 'base64' | 'hex'): Generator<undefined, Buffer | null>;
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/**
 * Reads, in steps, a JSON object in which some strings are as long as songs; those are kept separately. `null` if it is not an object, or
 * contains too much besides them.
 */
export function* readMusicDocument(bytes: Buffer): Generator<undefined, MusicDocument | null> {
  const kept: Buffer[] = [];
  const long: LongText[] = [];
  let from = 0;
  let strings = 0;
  for (let start = bytes.indexOf(quote); start !== -1;) {
    const end = endOfString(bytes, start + 1);
    if (end === -1) return null;
    if (end - start > longBytes) {
      kept.push(bytes.subarray(from, start), Buffer.from(`{"long":${String(long.length)}}`));
      long.push(new LongText(bytes.subarray(start + 1, end)));
      from = end + 1;
    }
    start = bytes.indexOf(quote, end + 1);
    strings += 1;
    if (strings % stringsPerStep === 0) yield;
  }
  kept.push(bytes.subarray(from));
  if (kept.reduce((sum, { length }) => sum + length, 0) > restBytesMax) return null;
  const fields = parse(Buffer.concat(kept));
  if (fields === null) return null;
  return {
    fields,
    *sound(value, encoding) {
      const { long: index } = fieldsOf(value);
      const text = typeof value === 'string' ? new LongText(Buffer.from(value, 'latin1')) : long[Number(index ?? -1)];
      return text === undefined || value === '' ? null : yield* text.decode(encoding);
    },
  };
}

function parse(bytes: Buffer): Fields | null {
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : null;
  } catch {
    return null;
  }
}
