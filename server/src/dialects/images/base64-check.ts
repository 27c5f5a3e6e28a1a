import { beginningBytes, beginsAsPicture } from '../shared/images/begins-as-picture.ts';
import { endBytes, endsAsPicture } from '../shared/images/ends-as-picture.ts';

const alphabet = new Uint8Array(256);
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')) alphabet[byte] = 1;

const equalsSign = 0x3d;
const backslash = 0x5c;
const bytesPerStep = 256 * 1024;
/** Enough for the end of an image, even if some characters are escaped. */
const endCharacters = 2048;

/** The number of bytes that encode one character: the character itself, or an escape whose grammar was already checked. */
function lengthAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== backslash) return 1;
  return bytes[at + 1] === 0x75 ? 6 : 2;
}

function codeAt(bytes: Buffer, at: number, length: number): number {
  if (length === 1) return bytes[at] ?? 0;
  return (JSON.parse(`"${bytes.toString('latin1', at, at + length)}"`) as string).charCodeAt(0);
}

/** Whether these numbers of characters and equals signs are valid base64. */
function isWholeLength(characters: number, padding: number): boolean {
  if (characters === 0 || padding > 2) return false;
  return padding === 0 ? characters % 4 !== 1 : (characters + padding) % 4 === 0;
}

/**
 * The number of characters between the quotes of a JSON string, without padding, if they are non-empty base64; otherwise 0. Some upstreams
 * escape the slash, some the equals sign.
 */
function* countBase64(bytes: Buffer, start: number, end: number): Generator<undefined, number> {
  let characters = 0;
  let padding = 0;
  for (let at = start, until = start; at < end;) {
    if (at >= until) {
      if (at > start) yield;
      until = at + bytesPerStep;
    }
    // The case of nearly every byte.
    if (padding === 0 && alphabet[bytes[at] ?? 0] === 1) {
      characters += 1;
      at += 1;
      continue;
    }
    const length = lengthAt(bytes, at);
    const code = codeAt(bytes, at, length);
    if (code === equalsSign) padding += 1;
    else if (padding > 0 || alphabet[code] !== 1) return 0;
    else characters += 1;
    at += length;
  }
  return isWholeLength(characters, padding) ? characters : 0;
}

/** The first decoded bytes. */
function beginningOf(bytes: Buffer, start: number, end: number): Buffer {
  let text = '';
  for (let at = start; at < end && text.length < (beginningBytes * 4) / 3;) {
    const length = lengthAt(bytes, at);
    text += String.fromCharCode(codeAt(bytes, at, length));
    at += length;
  }
  return Buffer.from(text, 'base64');
}

/** The last decoded bytes. */
function endOf(bytes: Buffer, { start, end, characters }: Readonly<Record<'start' | 'end' | 'characters', number>>): Buffer {
  const from = Math.max(start, end - endCharacters);
  const escape = bytes.lastIndexOf(backslash, from);
  // Moves the start so that it does not cut an escape in two.
  const isInside = escape >= start && from < escape + lengthAt(bytes, escape);
  const text = bytes
    .toString('latin1', isInside ? escape : from, end)
    .replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code?: string, sign?: string) =>
      code === undefined ? (sign ?? '') : String.fromCharCode(parseInt(code, 16)),
    )
    .replace(/={1,2}$/, '');
  // Four characters encode three bytes, counted from the beginning.
  const before = characters - text.length;
  const last = Buffer.from(text.slice((4 - (before % 4)) % 4), 'base64');
  return last.subarray(-endBytes);
}

/** Whether the content of a JSON string is entirely base64 of a file that begins and ends like an image. */
export function* isPicture(bytes: Buffer, start: number, end: number): Generator<undefined, boolean> {
  const beginning = beginningOf(bytes, start, end);
  if (!beginsAsPicture(beginning)) return false;
  const characters = yield* countBase64(bytes, start, end);
  if (characters === 0) return false;
  return endsAsPicture({
    beginning,
    end: endOf(bytes, { start, end, characters }),
    length: Math.floor((characters * 3) / 4),
  });
}
