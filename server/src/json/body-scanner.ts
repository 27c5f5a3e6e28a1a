import { isUtf8 } from 'node:buffer';
import { ApiError } from '@tollgate/contract/errors';
import { findFault } from './find-fault.ts';
import { KeptChunks } from './kept-chunks.ts';
import type { MemberSpan, PlacedString, ScannedBody } from './scanned-body.ts';
import { buildSkeleton, type LongString } from './skeleton.ts';
import { StringScanner } from './string-scanner.ts';

export interface ScanLimits {
  readonly depthMax: number;
  /** Number of names in the whole body. */
  readonly namesMax: number;
  /** Number of names in the outermost object. */
  readonly membersMax: number;
  /** Number of elements and members in the whole body. */
  readonly valuesMax: number;
  /** Bytes passed to the parser: everything except the rest of long strings. */
  readonly skeletonBytesMax: number;
}

/** Keeps the parser's input small enough for one step of the event loop. */
export const scanLimits: ScanLimits = {
  depthMax: 64,
  namesMax: 50_000,
  membersMax: 500,
  valuesMax: 200_000,
  skeletonBytesMax: 4 * 1024 * 1024,
};

/** Paths of deeper strings are not stored, because nothing looks them up. */
const pathDepthMax = 8;
const nowhere: readonly number[] = [];
/** The complement of 0. In an object, the first name replaces it before anything can follow. */
const firstElement = -1;

// Parsers differ in which of the two they use, so the upstream might receive a request other than the one that was checked.
const repeatedName = 'An object inside the request body has a member of the same name twice; send it once.';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const ordinary = 0;
const quote = 1;
const open = 2;
const close = 3;
const colon = 4;
const comma = 5;
const markClass = new Uint8Array(256);
for (const [mark, kind] of Object.entries({ '"': quote, '{': open, '[': open, '}': close, ']': close, ':': colon, ',': comma })) {
  markClass[mark.charCodeAt(0)] = kind;
}

/** Positions of a member of the outermost object, relative to the start of the input. */
interface Marks {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly colon: number;
  /** The comma or bracket after the value. */
  end: number;
}

/**
 * Checks a JSON request body while it arrives: `push` costs about a nanosecond per byte, and `finish` parses only the skeleton (see
 * `ScannedBody`). `push` immediately refuses what makes a body dangerous: depth, number of names, megabytes of blanks or digits.
 * `JSON.parse` checks the grammar of everything except the inside of long strings, which is checked here. The caller limits the size of the
 * body.
 */
export class BodyScanner {
  readonly #limits: ScanLimits;
  readonly #chunks = new KeptChunks();
  readonly #strings = new StringScanner();
  /** Bytes of an escape or character that was cut off at the end of the last chunk. */
  #carry: Buffer | null = null;
  /** Position in the body of the first byte of the buffer being scanned. */
  #base = 0;
  #depth = 0;
  #names = 0;
  #values = 0;
  readonly #marks: Marks[] = [];
  /** For each open object, the start of its latest name; for each open array, the complement of its current index. */
  readonly #steps: number[] = [0];
  readonly #paths: (readonly number[])[] = [];

  constructor(limits: ScanLimits = scanLimits) {
    this.#limits = limits;
  }

  /**
   * Chunks are kept unchanged, except that tiny ones are merged. Best with chunks of at most 64 KiB.
   * @throws {ApiError} `invalid_json` beyond a limit.
   */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    const view = this.#carry === null ? chunk : Buffer.concat([this.#carry, chunk]);
    this.#carry = null;
    let at = 0;
    while (at < view.length) {
      if (!this.#strings.isOpen) {
        at = this.#scanMarks(view, at);
        continue;
      }
      const next = this.#strings.scan(view, at, this.#base);
      if (next < 0) {
        at = ~next;
        this.#carry = view.subarray(at);
        break;
      }
      at = next;
      if (this.#strings.long.length > this.#paths.length) this.#paths.push(this.#path());
    }
    this.#base += at;
    if (this.#base - this.#strings.leftOut(this.#base) > this.#limits.skeletonBytesMax) {
      throw tooMuch('holds more than', this.#limits.skeletonBytesMax, 'bytes besides its long strings');
    }
  }

  /** The path of the string that has just ended. */
  #path(): readonly number[] {
    return this.#depth > pathDepthMax ? nowhere : this.#steps.slice(1, this.#depth + 1);
  }

  /** @throws {ApiError} `invalid_encoding` or `invalid_json`, with the position and the reason. */
  finish(): ScannedBody {
    const whole = this.#chunks.whole();
    // UTF-16 without a byte order mark is valid UTF-8 full of NULs.
    if (!isUtf8(whole) || whole[0] === 0 || whole[1] === 0) throw new ApiError('invalid_encoding');
    const skipped = startsWith(whole, byteOrderMark) ? byteOrderMark.length : 0;
    const bytes = skipped === 0 ? whole : whole.subarray(skipped);
    this.#refuseFaultyString(bytes, skipped);
    const paths = this.#paths;
    const long = this.#strings.long.map((string, at) => placed(string, paths[at] ?? nowhere, skipped));
    const value = parse(bytes, long);
    const members = this.#members(bytes, skipped);
    if (countNames(value) !== this.#names) throw new ApiError('invalid_json', { message: repeatedName });
    const text = { wide: this.#strings.wide, narrow: this.#strings.narrow };
    return { bytes, value, members, text, longStrings: long, form: null };
  }

  #refuseFaultyString(bytes: Buffer, skipped: number): void {
    const fault = this.#strings.fault;
    if (fault !== null) throw notJson(fault.what, fault.at - skipped);
    if (this.#strings.isOpen) throw notJson('the body ends inside a string', bytes.length);
  }

  /**
   * Scans up to the next opening quote.
   * @returns the position after it, or the end.
   */
  #scanMarks(view: Buffer, from: number): number {
    for (let at = nextMark(view, from); at < view.length; at = nextMark(view, at + 1)) {
      switch (markClass[view[at] ?? 0]) {
        case quote:
          this.#strings.open(this.#base + at);
          return at + 1;
        case open:
          this.#depth += 1;
          if (this.#depth > this.#limits.depthMax) throw tooMuch('is nested deeper than', this.#limits.depthMax, 'levels');
          this.#steps[this.#depth] = firstElement;
          break;
        case close:
          if (this.#depth === 1) this.#endValue(this.#base + at);
          // Unbalanced closing brackets are refused at the end; until then they must not go below the outermost value.
          if (this.#depth > 0) this.#depth -= 1;
          break;
        case colon:
          this.#colon(this.#base + at);
          break;
        default:
          this.#comma(this.#base + at);
      }
    }
    return view.length;
  }

  #colon(place: number): void {
    const name = this.#strings;
    name.dropLast();
    this.#names += 1;
    if (this.#names > this.#limits.namesMax) throw tooMuch('holds more than', this.#limits.namesMax, 'names');
    this.#steps[this.#depth] = name.lastStart;
    if (this.#depth !== 1) return;
    if (this.#marks.length >= this.#limits.membersMax) {
      throw tooMuch('has more than', this.#limits.membersMax, 'members');
    }
    this.#marks.push({ nameStart: name.lastStart, nameEnd: name.lastEnd, colon: place, end: place });
  }

  #comma(place: number): void {
    this.#values += 1;
    if (this.#values > this.#limits.valuesMax) throw tooMuch('holds more than', this.#limits.valuesMax, 'values');
    const step = this.#steps[this.#depth] ?? 0;
    if (step < 0) this.#steps[this.#depth] = step - 1;
    if (this.#depth === 1) this.#endValue(place);
  }

  #endValue(place: number): void {
    const marks = this.#marks.at(-1);
    if (marks !== undefined) marks.end = place;
  }

  #members(bytes: Buffer, skipped: number): Map<string, MemberSpan> {
    const members = new Map<string, MemberSpan>();
    for (const marks of this.#marks) {
      const nameStart = marks.nameStart - skipped;
      const name = readName(bytes, nameStart, marks.nameEnd - skipped);
      let valueStart = marks.colon - skipped + 1;
      let valueEnd = marks.end - skipped;
      while (isSpace(bytes[valueStart])) valueStart += 1;
      while (isSpace(bytes[valueEnd - 1])) valueEnd -= 1;
      if (members.has(name)) {
        const shown = name.slice(0, 64);
        // Parsers differ in which of the two they use, so the upstream might bill another model than the one that was checked.
        throw new ApiError('invalid_json', { message: `The request body has the member "${shown}" twice.`, param: shown });
      }
      members.set(name, { name, nameStart, valueStart, valueEnd });
    }
    return members;
  }
}

function nextMark(view: Buffer, from: number): number {
  let at = from;
  while (at < view.length && markClass[view[at] ?? 0] === ordinary) at += 1;
  return at;
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes[0] === prefix[0] && bytes.subarray(0, prefix.length).equals(prefix);
}

function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && byte <= 0x20;
}

function readName(bytes: Buffer, start: number, end: number): string {
  const name = bytes.toString('utf8', start + 1, end - 1);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}

function placed(long: LongString, path: readonly number[], skipped: number): PlacedString {
  const { start, cut, end, wide, narrow } = long;
  const steps = skipped === 0 ? path : path.map((step) => (step < 0 ? step : step - skipped));
  return { start: start - skipped, cut: cut - skipped, end: end - skipped, wide, narrow, path: steps };
}

/**
 * The number of members of all objects. If it is less than the number of names, some object has a duplicate, of which the parser kept the
 * last.
 */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let names = Array.isArray(value) ? 0 : items.length;
  for (const item of items) if (typeof item === 'object') names += countNames(item);
  return names;
}

function parse(bytes: Buffer, long: readonly LongString[]): Readonly<Record<string, unknown>> {
  const skeleton = buildSkeleton(bytes, long);
  let value: unknown;
  try {
    value = JSON.parse(skeleton.text);
  } catch {
    throw refusal(skeleton);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw new ApiError('invalid_json', { message: `The request body must be a JSON object, but it is ${found}.` });
}

function refusal(skeleton: ReturnType<typeof buildSkeleton>): ApiError {
  const fault = findFault(skeleton.text);
  if (fault.at >= skeleton.text.length && skeleton.text.trim() === '') {
    return new ApiError('invalid_json', { message: 'The request body is empty; send one JSON object.' });
  }
  return notJson(fault.what, skeleton.placeOf(fault.at));
}

function notJson(what: string, place: number): ApiError {
  return new ApiError('invalid_json', { message: `The request body is not valid JSON: ${what} at byte ${String(place)}.` });
}

function tooMuch(what: string, limit: number, unit: string): ApiError {
  return new ApiError('invalid_json', { message: `The request body ${what} ${String(limit)} ${unit}.` });
}
