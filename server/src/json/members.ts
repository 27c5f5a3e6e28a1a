import type { MemberPlace } from './splice.ts';

export interface Member extends MemberPlace {
  /** Decoded. */
  readonly name: string;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Positions of the members of the outermost object of `text`, in order, including duplicate names.
 * @param text must be valid JSON whose outermost value is an object; otherwise the positions are meaningless.
 * @param until if given, nothing after the first member of that name is examined.
 */
export function findMembers(text: string, until?: string): Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, 0) + 1;
  while (at < text.length) {
    at = skipSpace(text, at);
    if (text.charCodeAt(at) !== quote) break;
    const nameStart = at;
    const nameEnd = skipString(text, at);
    const raw = text.slice(nameStart + 1, nameEnd - 1);
    const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const valueEnd = skipValue(text, valueStart);
    members.push({ name, nameStart, valueStart, valueEnd });
    if (name === until) break;
    at = skipSpace(text, valueEnd) + 1;
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** @returns the position after the closing quote. */
function skipString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === quote) return skipString(text, from);
  if (first === 0x7b || first === 0x5b) return skipContainer(text, from);
  let at = from;
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at += 1;
  return at;
}

function endsScalar(unit: number): boolean {
  return unit === 0x2c || unit === 0x7d || unit === 0x5d || unit <= 0x20;
}

function skipContainer(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      at = skipString(text, at);
      continue;
    }
    at += 1;
    // `{` and `[`, and `}` and `]`, differ only in bit 0x20.
    if ((unit | 0x20) === 0x7b) depth += 1;
    else if ((unit | 0x20) === 0x7d) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return at;
}
