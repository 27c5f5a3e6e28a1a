import type { Member } from './members.ts';

/**
 * The needed part of a document: objects with these members, lists of these items. Scalars next to them are included; strings beyond 64 KiB
 * only if requested as text.
 */
export type Shape =
  | {
      readonly members: Readonly<Record<string, Shape>>;
      readonly others?: () => Shape;
      readonly isText?: true;
      /** Leaves out all strings, so that what is parsed at once stays small. */
      readonly isBrief?: true;
      /** The shape of the items if a list replaces the object. */
      readonly items?: () => Shape;
    }
  | { readonly items: Shape };

const depthMax = 512;
/** Limit for the needed part, which is parsed at once. */
const valuesMax = 200_000;
const numberBytesMax = 64 * 1024;
const stringBytesMax = 64 * 1024;
/** Limit for blanks between needed parts. */
const blankBytesMax = 1024 * 1024;
/** Replaces a string that was left out. It is neither empty nor a word. */
export const leftOutText = '…';
const leftOutMark = `"${leftOutText}"`;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Bytes inside a string that need no check. Detecting invalid UTF-8 is left to the reader. */
const plain = new Uint8Array(256).fill(1, 0x20);
plain[quote] = 0;
plain[backslash] = 0;

const escapable: ReadonlySet<number> = new Set([...Buffer.from('"\\/bfnrt')]);
const words: ReadonlyMap<number, Buffer> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** A string that was left out. Both byte offsets count from the start of the document. */
export interface LeftOutString {
  /** Name of its member; empty for an element of a list. */
  readonly name: string;
  /** After the opening quote. */
  readonly start: number;
  /** At the closing quote. */
  readonly end: number;
}

interface Container {
  readonly isObject: boolean;
  /** `null` if it is left out, with everything in it. */
  readonly shape: Shape | null;
  /** The name of the member whose value comes next. */
  name: string;
}

/**
 * Reads a JSON document of any size in steps, and leaves out what is not needed: a container that is not in the shape becomes empty. All of
 * the grammar is checked, so a document without a fault is JSON, and the remainder can be parsed. Documents nested deeper than 512 levels,
 * with a number beyond 64 KiB or with a megabyte of blanks, are not accepted as JSON.
 */
export class DocumentTrimmer {
  /** The remainder, once everything was read. */
  readonly parts: string[] = [];
  /** Members of the outermost object, as byte offsets. */
  readonly members: Member[] = [];
  /** In order of appearance. */
  readonly leftOut: LeftOutString[] = [];
  /** Whether it is not a JSON document, or contains too much. */
  isFaulty = false;
  readonly #bytes: Buffer;
  readonly #shape: Shape;
  readonly #stack: Container[] = [];
  #expected: Expected = 'value';
  #at = 0;
  /** Everything from this position on is kept; -1 while a part is left out. */
  #keptFrom = 0;
  #droppedDepth = 0;
  #values = 0;
  #blanks = 0;
  #inString = false;
  #stringStart = 0;
  #nameStart = 0;
  #valueStart = 0;

  constructor(bytes: Buffer, shape: Shape) {
    this.#bytes = bytes;
    this.#shape = shape;
  }

  /** Continues for about this many bytes. Returns `true` when there is nothing more to read. */
  step(bytes: number): boolean {
    const until = Math.min(this.#at + bytes, this.#bytes.length);
    while (this.#at < until && !this.isFaulty) {
      if (this.#inString) this.#goOnInString(until);
      else this.#readToken();
    }
    if (this.isFaulty) return true;
    if (this.#at < this.#bytes.length) return false;
    this.isFaulty = this.#inString || this.#expected !== 'nothing';
    if (!this.isFaulty) this.#keepUntil(this.#bytes.length);
    return true;
  }

  #goOnInString(until: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < until && plain[bytes[at] ?? 0] === 1) at += 1;
    this.#at = at;
    if (at >= until) return;
    if (bytes[at] === quote) {
      this.#at = at + 1;
      this.#inString = false;
      this.#endString();
      return;
    }
    const length = bytes[at] === backslash ? escapeLength(bytes, at) : 0;
    if (length === 0) this.isFaulty = true;
    this.#at = at + length;
  }

  #endString(): void {
    if (this.#expected !== 'name' && this.#expected !== 'name-or-end') {
      if (this.#keptFrom >= 0 && this.#at - this.#stringStart > this.#stringBytesMax) this.#leaveOutString();
      this.#endValue();
      return;
    }
    this.#expected = 'colon';
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    if (top.shape === null) return;
    top.name = readName(this.#bytes, this.#stringStart, this.#at);
    if (this.#stack.length === 1) this.#nameStart = this.#stringStart;
  }

  get #stringBytesMax(): number {
    const shape = this.#stack.at(-1)?.shape ?? null;
    return shape !== null && 'isBrief' in shape ? 0 : stringBytesMax;
  }

  #leaveOutString(): void {
    const top = this.#stack.at(-1);
    const shape = top?.shape ?? null;
    if (shape !== null && 'isText' in shape) return;
    this.#keepUntil(this.#stringStart);
    this.parts.push(leftOutMark);
    this.leftOut.push({ name: top?.name ?? '', start: this.#stringStart + 1, end: this.#at - 1 });
    this.#keptFrom = this.#at;
  }

  #skipBlank(): void {
    this.#at += 1;
    if (this.#keptFrom < 0) return;
    this.#blanks += 1;
    if (this.#blanks > blankBytesMax) this.isFaulty = true;
  }

  #readToken(): void {
    const byte = this.#bytes[this.#at] ?? 0;
    if (isBlank(byte)) this.#skipBlank();
    else if (byte === quote) this.#openString();
    // `{` and `[`, and `}` and `]`, differ only in bit 0x20.
    else if ((byte | 0x20) === openBrace) this.#open(byte === openBrace);
    else if ((byte | 0x20) === closeBrace) this.#close(byte === closeBrace);
    else if (byte === 0x3a) this.#mark('colon', 'value');
    else if (byte === 0x2c) this.#mark('comma-or-end', this.#stack.at(-1)?.isObject === true ? 'name' : 'value');
    else this.#readScalar(byte);
  }

  #mark(wanted: Expected, next: Expected): void {
    if (this.#expected !== wanted) this.isFaulty = true;
    this.#expected = next;
    this.#at += 1;
  }

  #openString(): void {
    const isName = this.#expected === 'name' || this.#expected === 'name-or-end';
    if (!isName) this.#beginValue();
    this.#inString = true;
    this.#stringStart = this.#at;
    this.#at += 1;
  }

  #readScalar(byte: number): void {
    this.#beginValue();
    const word = words.get(byte);
    const end =
      word === undefined
        ? endOfNumber(this.#bytes, this.#at)
        : this.#bytes.subarray(this.#at, this.#at + word.length).equals(word)
          ? this.#at + word.length
          : -1;
    if (end === -1) this.isFaulty = true;
    else {
      this.#at = end;
      this.#endValue();
    }
  }

  #beginValue(): void {
    if (this.#expected !== 'value' && this.#expected !== 'value-or-end') this.isFaulty = true;
    if (this.#keptFrom >= 0) this.#values += 1;
    if (this.#values > valuesMax) this.isFaulty = true;
    if (this.#stack.length === 1) this.#valueStart = this.#at;
  }

  #endValue(): void {
    const depth = this.#stack.length;
    this.#expected = depth === 0 ? 'nothing' : 'comma-or-end';
    const top = this.#stack[0];
    if (depth !== 1 || top?.isObject !== true) return;
    this.members.push({ name: top.name, nameStart: this.#nameStart, valueStart: this.#valueStart, valueEnd: this.#at });
  }

  #open(isObject: boolean): void {
    this.#beginValue();
    const parent = this.#stack.at(-1);
    const wanted = parent === undefined ? this.#shape : childOf(parent);
    const shape = wanted !== null && (isObject ? 'members' in wanted : wanted.items !== undefined) ? wanted : null;
    this.#stack.push({ isObject, shape, name: '' });
    if (this.#stack.length > depthMax) this.isFaulty = true;
    if (shape === null && this.#keptFrom >= 0) {
      this.#keepUntil(this.#at);
      this.parts.push(isObject ? '{}' : '[]');
      this.#droppedDepth = this.#stack.length;
    }
    this.#expected = isObject ? 'name-or-end' : 'value-or-end';
    this.#at += 1;
  }

  #close(isObject: boolean): void {
    const mayEnd = this.#expected === 'comma-or-end' || this.#expected === (isObject ? 'name-or-end' : 'value-or-end');
    if (!mayEnd || this.#stack.at(-1)?.isObject !== isObject) {
      this.isFaulty = true;
      return;
    }
    this.#at += 1;
    if (this.#keptFrom < 0 && this.#stack.length === this.#droppedDepth) this.#keptFrom = this.#at;
    this.#stack.pop();
    this.#endValue();
  }

  /** The range is between marks, and therefore between characters. */
  #keepUntil(end: number): void {
    if (end > this.#keptFrom) this.parts.push(this.#bytes.toString('utf8', this.#keptFrom, end));
    this.#keptFrom = -1;
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function childOf({ isObject, shape, name }: Container): Shape | null {
  if (shape === null) return null;
  if (!isObject) return typeof shape.items === 'function' ? shape.items() : (shape.items ?? null);
  if (!('members' in shape)) return null;
  return (Object.hasOwn(shape.members, name) ? shape.members[name] : shape.others?.()) ?? null;
}

function readName(bytes: Buffer, start: number, end: number): string {
  const name = bytes.toString('utf8', start + 1, end - 1);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}

/** 0 if it is not an escape. */
function escapeLength(bytes: Buffer, at: number): number {
  const next = bytes[at + 1] ?? 0;
  if (next !== 0x75) return escapable.has(next) ? 2 : 0;
  for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHex(bytes[digit])) return 0;
  return 6;
}

function isHex(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** -1 if no number begins here. */
function endOfNumber(bytes: Buffer, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  const whole = at;
  at = bytes[at] === 0x30 ? at + 1 : skipDigits(bytes, at);
  if (at === whole) return -1;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = skipDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const exponent = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? at + 2 : at + 1;
    at = skipDigits(bytes, exponent);
    if (at === exponent) return -1;
  }
  return at - start > numberBytesMax ? -1 : at;
}

function skipDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (at - from <= numberBytesMax && isDigit(bytes[at])) at += 1;
  return at;
}
