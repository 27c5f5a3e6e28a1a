export interface Fault {
  /** Index into the text. */
  readonly at: number;
  readonly what: string;
}

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** `string` and `scalar` are complete and valid; a mark stands for itself. */
type Kind = 'string' | 'scalar' | '{' | '}' | '[' | ']' | ':' | ',';

const marks: ReadonlySet<string> = new Set(['{', '}', '[', ']', ':', ',']);
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/**
 * Finds where `text` stops being JSON. Used only after the parser has refused it, because the parser's messages differ between versions, often
 * lack the position, and quote the input.
 */
export function findFault(text: string): Fault {
  const stack: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    if (at >= text.length) return { at, what: 'unexpected end' };
    if (expected === 'nothing') return { at, what: 'more text follows after the end of the document' };
    const first = text.charAt(at);
    const end = endOfToken(text, at, first);
    const next: Expected | null = end === -1 ? null : step(expected, kindOf(first), stack);
    if (next === null) return { at, what: describe(first, expected) };
    expected = next;
    at = end;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function kindOf(first: string): Kind {
  if (marks.has(first)) return first as Kind;
  return first === '"' ? 'string' : 'scalar';
}

/** @returns -1 if no valid token begins here. */
function endOfToken(text: string, at: number, first: string): number {
  if (marks.has(first)) return at + 1;
  const token = first === '"' ? string : scalar;
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : -1;
}

function step(expected: Expected, found: Kind, stack: string[]): Expected | null {
  switch (expected) {
    case 'colon':
      return found === ':' ? 'value' : null;
    case 'name':
      return found === 'string' ? 'colon' : null;
    case 'name-or-end':
      return found === 'string' ? 'colon' : close(found, stack);
    case 'comma-or-end':
      return found === ',' ? nextItem(stack) : close(found, stack);
    case 'value-or-end':
      return found === ']' ? close(found, stack) : valueStep(found, stack);
    default:
      return valueStep(found, stack);
  }
}

function nextItem(stack: readonly string[]): Expected {
  return stack.at(-1) === '{' ? 'name' : 'value';
}

function valueStep(found: Kind, stack: string[]): Expected | null {
  if (found === 'string' || found === 'scalar') return stack.length === 0 ? 'nothing' : 'comma-or-end';
  if (found !== '{' && found !== '[') return null;
  stack.push(found);
  return found === '{' ? 'name-or-end' : 'value-or-end';
}

function close(found: Kind, stack: string[]): Expected | null {
  const opened = stack.at(-1);
  if ((found === '}' && opened === '{') || (found === ']' && opened === '[')) {
    stack.pop();
    return stack.length === 0 ? 'nothing' : 'comma-or-end';
  }
  return null;
}

function describe(found: string, expected: Expected): string {
  if (found === '/') return 'comments are not allowed';
  if (found === "'") return 'strings and names need double quotes';
  if (found === '"') return expected === 'comma-or-end' ? 'a comma is missing' : 'a malformed string';
  if (expected === 'name' && found === '}') return 'a comma before the closing bracket';
  if (expected === 'value' && found === ']') return 'a comma before the closing bracket';
  if (found === 'N' || found === 'I') return 'NaN and Infinity are not JSON numbers';
  return 'an unexpected character';
}
