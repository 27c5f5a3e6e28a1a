export interface Fault {
  /** Index into the text. */
  readonly at: number;
  readonly what: string;
}

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const token =
  /[ \t\n\r]*(?:([{}[\]:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y;
const space = /[ \t\n\r]*/y;

/**
 * Says where `text` stops being JSON. Used only after the parser has refused it, because the parser's own words differ
 * between versions, often lack the place, and quote the input.
 */
export function findFault(text: string): Fault {
  const stack: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(text);
    const start = skipSpace(text, at);
    if (start >= text.length) return { at: start, what: 'unexpected end' };
    if (expected === 'nothing') return { at: start, what: 'more text follows after the end of the document' };
    const next: Expected | null = found === null ? null : step(expected, found, stack);
    if (found === null || next === null) return { at: start, what: describe(text.charAt(start), expected) };
    expected = next;
    at += found[0].length;
  }
}

function skipSpace(text: string, from: number): number {
  space.lastIndex = from;
  return from + (space.exec(text)?.[0].length ?? 0);
}

function step(expected: Expected, found: RegExpExecArray, stack: string[]): Expected | null {
  const mark = found[1];
  const isString = found[2] !== undefined;
  switch (expected) {
    case 'colon':
      return mark === ':' ? 'value' : null;
    case 'name':
      return isString ? 'colon' : null;
    case 'name-or-end':
      return isString ? 'colon' : close(mark, stack);
    case 'comma-or-end':
      return mark === ',' ? nextItem(stack) : close(mark, stack);
    case 'value-or-end':
      return mark === ']' ? close(mark, stack) : valueStep(mark, stack);
    default:
      return valueStep(mark, stack);
  }
}

function nextItem(stack: readonly string[]): Expected {
  return stack.at(-1) === '{' ? 'name' : 'value';
}

function valueStep(mark: string | undefined, stack: string[]): Expected | null {
  if (mark !== undefined) return open(mark, stack);
  return stack.length === 0 ? 'nothing' : 'comma-or-end';
}

function open(mark: string, stack: string[]): Expected | null {
  if (mark !== '{' && mark !== '[') return null;
  stack.push(mark);
  return mark === '{' ? 'name-or-end' : 'value-or-end';
}

function close(mark: string | undefined, stack: string[]): Expected | null {
  const opened = stack.at(-1);
  if ((mark === '}' && opened === '{') || (mark === ']' && opened === '[')) {
    stack.pop();
    return stack.length === 0 ? 'nothing' : 'comma-or-end';
  }
  return null;
}

function describe(found: string, expected: Expected): string {
  if (found === '/') return 'comments are not allowed';
  if (found === "'") return 'strings and names stand in double quotes';
  if (found === '"') return expected === 'comma-or-end' ? 'a comma is missing' : 'a malformed string';
  if (expected === 'name' && found === '}') return 'a comma before the closing bracket';
  if (expected === 'value' && found === ']') return 'a comma before the closing bracket';
  if (found === 'N' || found === 'I') return 'NaN and Infinity are not JSON numbers';
  return 'an unexpected character';
}
