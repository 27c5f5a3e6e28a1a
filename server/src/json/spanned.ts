import type { Json } from './compose.ts';

/** A long JSON string, kept as the bytes between its quotes: copying them into another document needs no decoding. */
export class LongText {
  /** Still escaped, without the quotes. */
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get text(): string {
    return JSON.parse(`"${this.bytes.toString('utf8')}"`) as string;
  }
}

/** An object or a list, kept as the bytes that the client sent, so that its numbers and the order of its members stay the same. */
export class RawJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }
}

/** A text of a client's request. */
export type Text = string | LongText;

export type SpannedValue = string | number | boolean | null | LongText | RawJson | readonly SpannedValue[] | SpannedObject;

/** Without a prototype, so every name is an ordinary member. */
export interface SpannedObject {
  readonly [name: string]: SpannedValue | undefined;
}

/** Strings from this length on stay bytes. */
const longCharacters = 1_024;

const quote = 0x22;
const backslash = 0x5c;
const notPlain = /[\\\u0080-\u00ff]/;

/**
 * Reads a JSON document of which long strings and opaque values stay bytes. A character of `#text` is one byte, so positions in both are
 * equal. The document must be valid JSON, which the body scanner has checked.
 */
class SpannedReader {
  readonly #bytes: Buffer;
  readonly #text: string;
  readonly #isOpaque: (name: string, depth: number) => boolean;
  #at = 0;

  constructor(bytes: Buffer, isOpaque: (name: string, depth: number) => boolean) {
    this.#bytes = bytes;
    this.#text = bytes.toString('latin1');
    this.#isOpaque = isOpaque;
  }

  read(depth: number): SpannedValue {
    switch (this.#next()) {
      case '{':
        return this.#readObject(depth + 1);
      case '[':
        return this.#readList(depth + 1);
      case '"':
        return this.#readString(longCharacters);
      default:
        return this.#readScalar();
    }
  }

  #readObject(depth: number): SpannedObject {
    const members: Record<string, SpannedValue> = Object.create(null) as Record<string, SpannedValue>;
    this.#at += 1;
    while (this.#next() === '"') {
      const name = this.#readString(Infinity) as string;
      this.#skip(':');
      const first = this.#next();
      const isOpaque = (first === '{' || first === '[') && this.#isOpaque(name, depth);
      members[name] = isOpaque ? this.#readRaw() : this.read(depth);
      this.#skip(',');
    }
    this.#at += 1;
    return members;
  }

  #readList(depth: number): SpannedValue[] {
    const items: SpannedValue[] = [];
    this.#at += 1;
    while (this.#next() !== ']') {
      items.push(this.read(depth));
      this.#skip(',');
    }
    this.#at += 1;
    return items;
  }

  #readString(longFrom: number): Text {
    const start = this.#at + 1;
    const end = this.#stringEnd(start);
    this.#at = end + 1;
    if (end - start >= longFrom) return new LongText(this.#bytes.subarray(start, end));
    const plain = this.#text.slice(start, end);
    if (!notPlain.test(plain)) return plain;
    const decoded = this.#bytes.toString('utf8', start, end);
    return decoded.includes('\\') ? (JSON.parse(`"${decoded}"`) as string) : decoded;
  }

  /** @returns the position of the closing quote of the string whose content starts at `start`. */
  #stringEnd(start: number): number {
    let end = this.#text.indexOf('"', start);
    while (this.#isEscaped(end, start)) end = this.#text.indexOf('"', end + 1);
    return end;
  }

  #isEscaped(end: number, start: number): boolean {
    let before = end - 1;
    while (before >= start && this.#text.charCodeAt(before) === backslash) before -= 1;
    return (end - before) % 2 === 0;
  }

  #readRaw(): RawJson {
    const start = this.#at;
    let depth = 0;
    do {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === quote) this.#at = this.#stringEnd(this.#at + 1);
      // `{` and `[`, and `}` and `]`, differ only in bit 0x20.
      else if ((unit | 0x20) === 0x7b) depth += 1;
      else if ((unit | 0x20) === 0x7d) depth -= 1;
      this.#at += 1;
    } while (depth > 0);
    return new RawJson(this.#bytes.subarray(start, this.#at));
  }

  #readScalar(): number | boolean | null {
    const start = this.#at;
    while (this.#at < this.#text.length && !endsScalar(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return JSON.parse(this.#text.slice(start, this.#at)) as number | boolean | null;
  }

  /** The next character that is not a space. */
  #next(): string | undefined {
    while (this.#text.charCodeAt(this.#at) <= 0x20) this.#at += 1;
    return this.#text[this.#at];
  }

  #skip(mark: string): void {
    if (this.#next() === mark) this.#at += 1;
  }
}

function endsScalar(unit: number): boolean {
  return unit === 0x2c || unit === 0x7d || unit === 0x5d || unit <= 0x20;
}

/**
 * @param bytes a JSON object that the body scanner has checked: valid, and not nested too deeply.
 * @param isOpaque whether the object or list in the member of this name stays bytes. The outermost members have depth 1.
 */
export function readSpanned(bytes: Buffer, isOpaque: (name: string, depth: number) => boolean): SpannedObject {
  return new SpannedReader(bytes, isOpaque).read(0) as SpannedObject;
}

/** The text as a JSON string. */
export function textJson(text: Text): Json {
  return typeof text === 'string' ? JSON.stringify(text) : ['"', text.bytes, '"'];
}

/** The decoded text. */
export function plainText(text: Text): string {
  return typeof text === 'string' ? text : text.text;
}

/** Several texts as one JSON string. */
export function joinedTextJson(texts: readonly Text[], between = ''): Json {
  const inside = (text: Text): Json => (typeof text === 'string' ? JSON.stringify(text).slice(1, -1) : text.bytes);
  const gap = JSON.stringify(between).slice(1, -1);
  return ['"', ...texts.flatMap((text, position) => (position === 0 ? [inside(text)] : [gap, inside(text)])), '"'];
}

/** A value as JSON, with the bytes of its long texts and opaque parts. */
export function valueJson(value: SpannedValue): Json {
  if (value instanceof RawJson) return value.bytes;
  if (typeof value === 'string' || value instanceof LongText) return textJson(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return ['[', ...separated((value as readonly SpannedValue[]).map(valueJson)), ']'];
  const members = Object.entries(value as SpannedObject).map(([name, member]): Json => [
    `${JSON.stringify(name)}:`,
    valueJson(member ?? null),
  ]);
  return ['{', ...separated(members), '}'];
}

function separated(parts: readonly Json[]): Json[] {
  return parts.flatMap((part, position) => (position === 0 ? [part] : [',', part]));
}

/** The members of an object; `null` for any other value. */
export function fieldsIn(value: SpannedValue | undefined): SpannedObject | null {
  const isPlain = typeof value === 'object' && value !== null && !(value instanceof LongText) && !(value instanceof RawJson);
  return isPlain && !Array.isArray(value) ? (value as SpannedObject) : null;
}

/** The items of a list; none for any other value. */
export function itemsIn(value: SpannedValue | undefined): readonly SpannedValue[] {
  return Array.isArray(value) ? (value as readonly SpannedValue[]) : [];
}

/** A text; `null` for any other value. */
export function textIn(value: SpannedValue | undefined): Text | null {
  return typeof value === 'string' || value instanceof LongText ? value : null;
}

/** A text that nobody writes long, such as a name; `null` for any other value. */
export function wordIn(value: SpannedValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
