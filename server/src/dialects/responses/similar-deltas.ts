import { findMembers, type Member } from '../../json/members.ts';
import { stringContent, unpooled } from '../../json/string-content.ts';
import type { Fields } from '../shared/fields-of.ts';

/** A delta that differs from the learned one only in its text, its number and its padding. */
export interface SimilarDelta {
  /** Position after the event in the chunk. */
  readonly end: number;
  readonly written: string;
  readonly sequence: number | null;
}

/** The delta that later ones may resemble. */
interface Learned {
  readonly place: string;
  readonly event: Fields;
  /** What differs, in order. */
  readonly names: readonly string[];
  /** The bytes before, between and after that. */
  readonly fixed: readonly Buffer[];
}

/** Members that differ from delta to delta; upstreams hide the length of the text behind `obfuscation`. */
const changing: ReadonlySet<string> = new Set(['delta', 'sequence_number', 'obfuscation']);
const quote = 0x22;
const backslash = 0x5c;
const zero = 0x30;
const lineFeed = 0x0a;
/** The most that one read of a connection returns. Larger events are read in steps, within their limits. */
const chunkBytesMax = 64 * 1024;
/** No token is longer than this. */
const learnedCharactersMax = 8 * 1024;
/** A stream whose deltas keep changing is not learned indefinitely. */
const learnedMax = 4_096;
const digitsMax = 15;

function isOnce({ name }: Member, _position: number, members: readonly Member[]): boolean {
  return members.filter((other) => other.name === name).length === 1;
}

/**
 * Recognizes deltas that equal an earlier one of the same item except for their text, number and padding, as most do. Their JSON is not parsed
 * again: everything else is known, and these three are checked.
 */
export class SimilarDeltas {
  #learned: Learned | null = null;
  #count = 0;

  /** @param text the JSON of the event. */
  learn(text: string, event: Fields, place: string): void {
    if (this.#count === learnedMax || text.length > learnedCharactersMax) return;
    this.#count += 1;
    const members = findMembers(text);
    // If a name occurs twice, it is unclear which value counts.
    if (!members.every(isOnce)) return;
    const spans = members.filter(({ name }) => changing.has(name));
    const fixed: Buffer[] = [];
    let from = `event: ${String(event.type)}\ndata: `;
    let at = 0;
    for (const { valueStart, valueEnd, name } of spans) {
      const inner = name === 'sequence_number' ? 0 : 1;
      if (inner === 1 && text.charCodeAt(valueStart) !== quote) return;
      fixed.push(unpooled(from + text.slice(at, valueStart + inner)));
      from = '';
      at = valueEnd - inner;
    }
    fixed.push(unpooled(`${text.slice(at)}\n\n`));
    this.#learned = { place, event, names: spans.map(({ name }) => name), fixed };
  }

  /** What follows may belong to another item. */
  forget(): void {
    this.#learned = null;
  }

  get learned(): Pick<Learned, 'place' | 'event'> | null {
    return this.#learned;
  }

  /** The event that begins at `start`, if it is complete and resembles the learned one. */
  match(chunk: Buffer, start: number): SimilarDelta | null {
    const learned = this.#learned;
    if (learned === null || chunk.length > chunkBytesMax) return null;
    const { fixed, names } = learned;
    let at = start;
    let written: string | null = null;
    let sequence: number | null = null;
    for (let position = 0; ; position += 1) {
      at = endOfFixed(chunk, at, fixed[position]);
      if (at === -1) return null;
      const name = names[position];
      if (name === undefined) break;
      const end = name === 'sequence_number' ? endOfNumber(chunk, at) : endOfString(chunk, at, fixed[position + 1]);
      if (end === -1) return null;
      const value = chunk.toString('utf8', at, end);
      if (name === 'sequence_number') sequence = Number(value);
      else {
        const content = stringContent(value);
        if (content === null) return null;
        if (name === 'delta') written = content;
      }
      at = end;
    }
    return written === null ? null : { end: at, written, sequence };
  }
}

function endOfFixed(chunk: Buffer, start: number, bytes: Buffer | undefined): number {
  if (bytes === undefined) return -1;
  const end = start + bytes.length;
  return end <= chunk.length && bytes.compare(chunk, start, end) === 0 ? end : -1;
}

/** The position of the quote that ends a string; behind an escaped one, that of what must follow on the same line. */
function endOfString(chunk: Buffer, start: number, next: Buffer | undefined): number {
  const end = chunk.indexOf(quote, start);
  if (next === undefined || end <= start || chunk[end - 1] !== backslash) return end;
  const found = chunk.indexOf(next, end + 1);
  const line = chunk.indexOf(lineFeed, end);
  return line !== -1 && line < found ? -1 : found;
}

/** The position behind a number as JSON writes it. */
function endOfNumber(chunk: Buffer, start: number): number {
  let end = start;
  while (isDigit(chunk[end])) end += 1;
  const digits = end - start;
  return digits > digitsMax || digits === 0 || (digits > 1 && chunk[start] === zero) ? -1 : end;
}

function isDigit(unit: number | undefined): boolean {
  return unit !== undefined && unit >= zero && unit <= zero + 9;
}
