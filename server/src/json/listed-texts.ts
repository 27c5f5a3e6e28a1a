import type { PlacedString, ScannedBody } from './scanned-body.ts';

const quote = 0x22;
const backslash = 0x5c;

/** The text itself or, for a long one, its position; `value` contains only its beginning. */
export type ListedText = string | PlacedString;

/** The texts of a list whose items are texts, or objects that contain a text in this member. Any other item counts as an empty text. */
export function listedTexts(body: ScannedBody, list: string, member: string): ListedText[] {
  const items: unknown = body.value[list];
  if (!Array.isArray(items)) return [];
  const texts: ListedText[] = items.map((item) => textOf(item, member));
  const place = body.members.get(list)?.nameStart;
  for (const string of body.longStrings) {
    const [root, item, name, ...deeper] = string.path;
    if (root !== place || item === undefined || ~item < 0 || ~item >= texts.length || deeper.length > 0) continue;
    if (name === undefined || (name >= 0 && nameAt(body.bytes, name) === member)) texts[~item] = string;
  }
  return texts;
}

function textOf(item: unknown, member: string): string {
  const text: unknown = typeof item === 'object' && item !== null ? (item as Readonly<Record<string, unknown>>)[member] : item;
  return typeof text === 'string' ? text : '';
}

/** A name may be written with escapes. */
function nameAt(bytes: Buffer, start: number): unknown {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
  return JSON.parse(bytes.toString('utf8', start, end + 1));
}
