import { beginningBytes, beginsAsPicture } from '../shared/images/begins-as-picture.ts';

const alphabet = new Uint8Array(256);
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')) alphabet[byte] = 1;

const equalsSign = 0x3d;
const backslash = 0x5c;
const bytesPerStep = 256 * 1024;

/** Bytes of what stands for one character: a character, or an escape of it, whose grammar was checked. */
function lengthAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== backslash) return 1;
  return bytes[at + 1] === 0x75 ? 6 : 2;
}

function codeAt(bytes: Buffer, at: number, length: number): number {
  if (length === 1) return bytes[at] ?? 0;
  return (JSON.parse(`"${bytes.toString('latin1', at, at + length)}"`) as string).charCodeAt(0);
}

/** Whether so many characters with so many equals signs behind them are base64 of something. */
function isWholeLength(characters: number, padding: number): boolean {
  if (characters === 0 || padding > 2) return false;
  return padding === 0 ? characters % 4 !== 1 : (characters + padding) % 4 === 0;
}

/**
 * Whether what stands between the quotes of a JSON string is base64 of something, with its padding or without. Some upstreams
 * escape the slash, some the equals sign.
 */
function* isBase64(bytes: Buffer, start: number, end: number): Generator<undefined, boolean> {
  let characters = 0;
  let padding = 0;
  for (let at = start, until = start; at < end;) {
    if (at >= until) {
      if (at > start) yield;
      until = at + bytesPerStep;
    }
    // Nearly every byte is this.
    if (padding === 0 && alphabet[bytes[at] ?? 0] === 1) {
      characters += 1;
      at += 1;
      continue;
    }
    const length = lengthAt(bytes, at);
    const code = codeAt(bytes, at, length);
    if (code === equalsSign) padding += 1;
    else if (padding > 0 || alphabet[code] !== 1) return false;
    else characters += 1;
    at += length;
  }
  return isWholeLength(characters, padding);
}

/** The first bytes of what is base64. */
function beginningOf(bytes: Buffer, start: number, end: number): Buffer {
  let text = '';
  for (let at = start; at < end && text.length < (beginningBytes * 4) / 3;) {
    const length = lengthAt(bytes, at);
    text += String.fromCharCode(codeAt(bytes, at, length));
    at += length;
  }
  return Buffer.from(text, 'base64');
}

/** Whether what stands between the quotes of a JSON string is base64 to its end, of what begins as a picture. */
export function* isPicture(bytes: Buffer, start: number, end: number): Generator<undefined, boolean> {
  return beginsAsPicture(beginningOf(bytes, start, end)) && (yield* isBase64(bytes, start, end));
}
