import type { FormPart } from '../json/scanned-body.ts';
import { invalidForm } from './invalid-form.ts';
import { readPartHead } from './part-head.ts';

const partsMax = 128;
const headBytesMax = 4 * 1024;
/** A client can send a body that takes ten times as long to search as images do. */
const bytesPerStep = 1024 * 1024;
const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const dashes = Buffer.from('--');

function standsAt(bytes: Buffer, at: number, what: Buffer): boolean {
  return bytes.compare(what, 0, what.length, at, Math.min(at + what.length, bytes.length)) === 0;
}

/** After the closing boundary, only its line end may follow. */
function isOver(bytes: Buffer, at: number): boolean {
  return at === bytes.length || (at + lineEnd.length === bytes.length && standsAt(bytes, at, lineEnd));
}

/** Position of the next delimiter; -1 if there is none. */
function* findInSteps(bytes: Buffer, delimiter: Buffer, from: number): Generator<undefined, number> {
  for (let at = from; at < bytes.length; at += bytesPerStep) {
    const found = bytes.subarray(at, at + bytesPerStep + delimiter.length - 1).indexOf(delimiter);
    if (found !== -1) return at + found;
    yield;
  }
  return -1;
}

/**
 * Splits a form into its parts, whose contents are slices of `bytes`. Anything ambiguous is refused: text before the first or after the
 * last boundary, a boundary within a line, a folded or repeated header. Every step takes a few milliseconds.
 * @throws {ApiError} `invalid_form`.
 */
export function* splitForm(bytes: Buffer, boundary: string): Generator<undefined, FormPart[]> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const opening = delimiter.subarray(lineEnd.length);
  if (!standsAt(bytes, 0, opening)) throw invalidForm('it does not start with the boundary in its Content-Type');
  const parts: FormPart[] = [];
  for (let at = opening.length; ;) {
    if (standsAt(bytes, at, dashes) && isOver(bytes, at + dashes.length)) return parts;
    if (!standsAt(bytes, at, lineEnd)) throw invalidForm('text follows a boundary on its line, or the last boundary');
    if (parts.length === partsMax) throw invalidForm(`it has more than ${String(partsMax)} parts`);
    const head = bytes.subarray(at + lineEnd.length, at + lineEnd.length + headBytesMax);
    const length = head.indexOf(headEnd);
    if (length === -1) throw invalidForm('the headers of a part have no end or are too long');
    const start = at + lineEnd.length + length + headEnd.length;
    if (standsAt(bytes, start, opening)) throw invalidForm('a boundary is where a part has not started');
    const end = yield* findInSteps(bytes, delimiter, start);
    if (end === -1) throw invalidForm('it ends inside a part');
    parts.push({ ...readPartHead(head.subarray(0, length)), content: bytes.subarray(start, end) });
    at = end + delimiter.length;
  }
}
