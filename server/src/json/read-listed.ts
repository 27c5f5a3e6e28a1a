import type { Member } from './members.ts';

/** Limit for everything outside the list; a genuine document has a few hundred bytes there. */
const restBytesMax = 256 * 1024;
/** Limit for one item, which is parsed at once. */
const itemBytesMax = 1024 * 1024;
const bytesPerStep = 256 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** One object of the list. Positions are byte offsets in the document. */
export class ListedItem {
  readonly value: Readonly<Record<string, unknown>>;
  readonly start: number;
  readonly end: number;
  readonly #bytes: Buffer;

  constructor(value: ListedItem['value'], bytes: Buffer, start: number, end: number) {
    this.value = value;
    this.start = start;
    this.end = end;
    this.#bytes = bytes;
  }

  /** Read as Latin-1, so that a position in it is a position in the document. Non-ASCII characters have no meaning in `value` either. */
  get text(): string {
    return this.#bytes.toString('latin1', this.start, this.end);
  }
}

/** The receiver of the items. */
export interface ItemTaker {
  /** A member whose texts are examined byte by byte. Long ones skip the parser, which would copy them. */
  readonly checked: string;
  /** Returns whether to continue. */
  take(item: ListedItem): boolean;
}

export interface ListedObject {
  /** The object with an empty list. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** Members of the object, as byte offsets in the document. */
  readonly members: readonly Member[];
}

/**
 * Reads, in steps, a JSON object of any size in which one member is a long list of objects. Items are parsed and passed on one by one; the
 * whole list is never parsed at once. An accepted document is JSON to its last byte.
 * @returns `null` if it is no such document, contains too much besides the list or in one item, or the taker needs no more.
 */
export function* readListed(bytes: Buffer, listName: string, taker: ItemTaker): Generator<undefined, ListedObject | null> {
  const members: Member[] = [];
  let list: Member | null = null;
  let at = skipBlank(bytes, 0);
  if (bytes[at] !== openBrace) return null;
  do {
    const begun = beginMember(bytes, at + 1);
    if (begun === null) return null;
    const isList: boolean = begun.name === listName && bytes[begun.valueStart] === openBracket;
    // Parsers differ in which of the two they use.
    if (isList && list !== null) return null;
    const valueEnd: number = isList
      ? yield* readItems(bytes, begun.valueStart, taker)
      : skipValue(bytes, begun.valueStart, restBytesMax);
    const member = { ...begun, valueEnd };
    members.push(member);
    if (isList) list = member;
    if (valueEnd === -1 || valueEnd - lengthOf(list) > restBytesMax) return null;
    at = skipBlank(bytes, valueEnd);
  } while (bytes[at] === comma);
  const rest = readAround(bytes, list);
  return rest === null ? null : { rest, members };
}

function beginMember(bytes: Buffer, from: number): Omit<Member, 'valueEnd'> | null {
  const nameStart = skipBlank(bytes, from);
  if (bytes[nameStart] !== quote) return null;
  const nameEnd = skipString(bytes, nameStart);
  const mark = skipBlank(bytes, nameEnd);
  if (bytes[mark] !== colon) return null;
  return { name: readName(bytes, nameStart, nameEnd), nameStart, valueStart: skipBlank(bytes, mark + 1) };
}

function lengthOf(list: Member | null): number {
  return list === null ? 0 : list.valueEnd - list.valueStart;
}

function readAround(bytes: Buffer, list: Member | null): ListedObject['rest'] | null {
  if (bytes.length - lengthOf(list) > restBytesMax) return null;
  if (list === null) return parse(bytes.toString('utf8'));
  return parse(`${bytes.toString('utf8', 0, list.valueStart)}[]${bytes.toString('utf8', list.valueEnd)}`);
}

/** @returns the position after the list, or -1. */
function* readItems(bytes: Buffer, start: number, taker: ItemTaker): Generator<undefined, number> {
  let at = skipBlank(bytes, start + 1);
  if (bytes[at] === closeBracket) return at + 1;
  let stepEnd = start + bytesPerStep;
  for (;;) {
    if (bytes[at] !== openBrace) return -1;
    const end = skipValue(bytes, at, itemBytesMax);
    if (end === -1) return -1;
    const value = parseItem(bytes, at, end, taker.checked);
    if (value === null || !taker.take(new ListedItem(value, bytes, at, end))) return -1;
    at = skipBlank(bytes, end);
    if (bytes[at] === closeBracket) return at + 1;
    if (bytes[at] !== comma) return -1;
    at = skipBlank(bytes, at + 1);
    if (at < stepEnd) continue;
    yield;
    stepEnd = at + bytesPerStep;
  }
}

/** Replaces a text that the parser does not see. A document read as Latin-1 contains it only as an escape. */
const mark = '…';
const longBytes = 1024;

/** The first long text of an item, including its quotes; `null` if there is none. */
function longTextIn(bytes: Buffer, start: number, end: number): Readonly<{ start: number; end: number }> | null {
  if (end - start < longBytes) return null;
  for (let at = bytes.indexOf(quote, start); at !== -1 && at < end;) {
    const textEnd = skipString(bytes, at);
    if (textEnd - at > longBytes) return textEnd < end ? { start: at, end: textEnd } : null;
    at = bytes.indexOf(quote, textEnd);
  }
  return null;
}

function parseItem(bytes: Buffer, start: number, end: number, checked: string): ListedItem['value'] | null {
  const long = longTextIn(bytes, start, end);
  if (long === null) return parse(bytes.toString('latin1', start, end));
  const [before, behind] = [bytes.toString('latin1', start, long.start), bytes.toString('latin1', long.end, end)];
  const around = `${before}"${mark}"${behind}`;
  const text = bytes.toString('latin1', long.start + 1, long.end - 1);
  const value = around.includes('\\') || text.includes('\\') ? null : parse(around);
  // The text belongs to another member, or only the parser can read it.
  if (value?.[checked] !== mark) return parse(bytes.toString('latin1', start, end));
  return { ...value, [checked]: text };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readName(bytes: Buffer, start: number, end: number): string {
  const name = bytes.toString('utf8', start + 1, end - 1);
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    // The parser also finds it when it parses the text around the list.
    return name;
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Skips no more blanks than a genuine document has; anything found there counts as one more. */
function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (at - from < restBytesMax && isBlank(bytes[at])) at += 1;
  return at;
}

/** @returns the position after the closing quote; the end of the document if there is none. */
function skipString(bytes: Buffer, from: number): number {
  let end = bytes.indexOf(quote, from + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
  return end === -1 ? bytes.length : end + 1;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/** Bytes that begin or end something; most bytes do not. */
const marks = Uint8Array.from({ length: 256 }, (_, byte) => (`"{}[]`.includes(String.fromCharCode(byte)) ? 1 : 0));

/**
 * Uses only brackets and quotes.
 * @returns the position after the value, or -1 if it is longer than `bytesMax`.
 */
function skipValue(bytes: Buffer, from: number, bytesMax: number): number {
  const limit = Math.min(bytes.length, from + bytesMax);
  let depth = 0;
  let at = from;
  while (at < limit) {
    const byte = bytes[at] as number;
    if (byte === quote) at = skipString(bytes, at);
    else {
      // `{` and `[`, and `}` and `]`, differ only in bit 0x20.
      if ((byte | 0x20) === openBrace) depth += 1;
      else if ((byte | 0x20) === closeBrace) depth -= 1;
      else if (depth === 0) return endOfScalar(bytes, at, limit);
      at += 1;
    }
    if (depth === 0) return at > limit ? -1 : at;
    while (at < limit && marks[bytes[at] as number] === 0) at += 1;
  }
  return -1;
}

function endOfScalar(bytes: Buffer, from: number, limit: number): number {
  let at = from;
  while (at < limit && !endsScalar(bytes[at])) at += 1;
  return at;
}

function endsScalar(byte: number | undefined): boolean {
  return byte === comma || byte === closeBrace || byte === closeBracket || isBlank(byte);
}
