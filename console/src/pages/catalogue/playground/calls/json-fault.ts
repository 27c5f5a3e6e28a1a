/** The position of a JSON syntax error; `found` is empty at the end of the text. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly found: string;
}

const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const blank = /[ \t\n\r]*/y;

class Place extends Error {
  readonly at: number;
  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const space = (text: string, at: number): number => skip(blank, text, at);

function expect(text: string, at: number, sign: string): number {
  if (text[at] !== sign) throw new Place(at);
  return at + 1;
}

/** Members or items up to the closing character. */
function list(text: string, start: number, close: string, item: (at: number) => number): number {
  let at = space(text, start);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = space(text, item(at));
    if (text[at] === close) return at + 1;
    at = space(text, expect(text, at, ','));
  }
}

function member(text: string, at: number): number {
  const end = skip(string, text, at);
  if (end < 0) throw new Place(at);
  return value(text, expect(text, space(text, end), ':'));
}

function value(text: string, start: number): number {
  const at = space(text, start);
  if (text[at] === '{') return list(text, at + 1, '}', (from) => member(text, from));
  if (text[at] === '[') return list(text, at + 1, ']', (from) => value(text, from));
  const end = [string, number, word].map((pattern) => skip(pattern, text, at)).find((found) => found >= 0);
  if (end === undefined) throw new Place(at);
  return end;
}

function faultAt(text: string, at: number): JsonFault {
  const before = text.slice(0, at).split('\n');
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    found: at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '',
  };
}

/** Finds the first JSON syntax error in a text; null if the text is valid. Browsers describe such errors differently, or not at all. */
export function jsonFault(text: string): JsonFault | null {
  try {
    const end = space(text, value(text, 0));
    return end === text.length ? null : faultAt(text, end);
  } catch (thrown) {
    if (thrown instanceof Place) return faultAt(text, thrown.at);
    throw thrown;
  }
}
