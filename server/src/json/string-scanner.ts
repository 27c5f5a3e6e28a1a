import type { LongString } from './skeleton.ts';
import { isLowSurrogate, isWideUnit } from './text-count.ts';

/** Bytes that need no check: all printable ASCII except the quote and the backslash. */
const plain = new Uint8Array(256);
plain.fill(1, 0x20, 0x80);
plain[0x22] = 0;
plain[0x5c] = 0;

const escapable = new Set(['"', '\\', '/', 'b', 'f', 'n', 'r', 't'].map((mark) => mark.charCodeAt(0)));
const noHexDigit = 255;
const hexValue = new Uint8Array(256).fill(noHexDigit);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  hexValue[digit.charCodeAt(0)] = value;
  hexValue[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Bytes of a long string that the parser gets; fewer in a large body, so that its skeleton stays small. */
const keptBytes = 1024;
const keptBytesWhenLarge = 128;
const largeBodyBytes = 1024 * 1024;

/** Reads the strings of a body chunk by chunk: finds their ends, checks their escapes, counts their characters. */
export class StringScanner {
  isOpen = false;
  wide = 0;
  narrow = 0;
  readonly long: LongString[] = [];
  /** The first thing inside a string that JSON forbids. In a long string, the parser would not see it. */
  fault: { readonly at: number; readonly what: string } | null = null;
  /** The last string, including its quotes. */
  lastStart = 0;
  lastEnd = 0;
  #wideBefore = 0;
  #narrowBefore = 0;
  #keptUntil = 0;
  #cut = -1;
  #leftOutBytes = 0;

  /** Called when a quote at `place` in the body opens a string. */
  open(place: number): void {
    this.isOpen = true;
    this.lastStart = place;
    this.#wideBefore = this.wide;
    this.#narrowBefore = this.narrow;
    this.#keptUntil = place + 1 + (place < largeBodyBytes ? keptBytes : keptBytesWhenLarge);
    this.#cut = -1;
  }

  /** Number of bytes of long strings, up to `place`, that the parser does not get. */
  leftOut(place: number): number {
    return this.#leftOutBytes + (this.isOpen && this.#cut >= 0 ? place - this.#cut : 0);
  }

  /** The last string was a name: its characters are not counted, and the parser gets all of it. */
  dropLast(): void {
    this.wide = this.#wideBefore;
    this.narrow = this.#narrowBefore;
    if (this.long.at(-1)?.start !== this.lastStart + 1) return;
    this.long.pop();
    this.fault ??= { at: this.lastStart, what: 'a name is too long' };
  }

  /**
   * Continues with the open string at `view[from]`; `base` is the position of `view[0]` in the body.
   * @returns where to continue, or its complement (`~at`) if an escape or character that begins there is cut off.
   */
  scan(view: Buffer, from: number, base: number): number {
    let at = from;
    while (at < view.length) {
      const runStart = at;
      while (at < view.length && plain[view[at] ?? 0] === 1) at += 1;
      this.narrow += at - runStart;
      if (this.#cut < 0 && base + at > this.#keptUntil) this.#cut = Math.max(base + runStart, this.#keptUntil);
      if (at >= view.length) break;
      const byte = view[at] ?? 0;
      if (byte === 0x22) {
        this.#close(base + at);
        return at + 1;
      }
      const length = this.#tokenLength(view, at, byte);
      if (at + length > view.length) return ~at;
      if (byte >= 0x80) this.#countCharacter(view, at, byte);
      else this.#readEscape(view, at, base);
      at += length;
    }
    return at;
  }

  #tokenLength(view: Buffer, at: number, byte: number): number {
    if (byte === 0x5c) return view[at + 1] === 0x75 ? 6 : 2;
    if (byte < 0xc0) return 1;
    return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  }

  #countCharacter(view: Buffer, at: number, byte: number): void {
    if (byte >= 0xe3 && isWideCharacter(byte, view[at + 1] ?? 0)) this.wide += 1;
    else this.narrow += 1;
  }

  #readEscape(view: Buffer, at: number, base: number): void {
    const next = view[at + 1] ?? 0;
    if (view[at] !== 0x5c) {
      this.fault ??= { at: base + at, what: 'a control character inside a string is not escaped' };
    } else if (next === 0x75) {
      const unit = readHex(view, at + 2);
      if (unit < 0) this.fault ??= { at: base + at, what: 'a malformed escape' };
      else if (isWideUnit(unit)) this.wide += 1;
      else if (!isLowSurrogate(unit)) this.narrow += 1;
    } else {
      if (!escapable.has(next)) this.fault ??= { at: base + at, what: 'a malformed escape' };
      this.narrow += 1;
    }
  }

  #close(place: number): void {
    this.isOpen = false;
    this.lastEnd = place + 1;
    if (this.#cut < 0) return;
    const counts = { wide: this.wide - this.#wideBefore, narrow: this.narrow - this.#narrowBefore };
    this.#leftOutBytes += place - this.#cut;
    this.long.push({ start: this.lastStart + 1, cut: this.#cut, end: place, ...counts });
  }
}

/** The number encoded by four hexadecimal digits; -1 if they are invalid. */
function readHex(view: Buffer, from: number): number {
  let unit = 0;
  for (let at = from; at < from + 4; at += 1) {
    const digit = hexValue[view[at] ?? 0] ?? noHexDigit;
    if (digit === noHexDigit) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** `isWideUnit` for the first two bytes of a character of three or four bytes; `lead` is at least E3. */
function isWideCharacter(lead: number, second: number): boolean {
  if (lead === 0xe3) return second >= 0x81 && (second < 0x88 || second >= 0x90);
  if (lead < 0xea) return true;
  if (lead === 0xea) return second >= 0xb0;
  if (lead < 0xee) return true;
  if (lead === 0xef) return second >= 0xa4 && second <= 0xab;
  return lead === 0xf0 && second >= 0xa0 && second <= 0xbf;
}
