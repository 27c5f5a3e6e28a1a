import { addText, isLowSurrogate, isWideUnit, type TextCounts } from '../../json/text-count.ts';

/** The character rule in quarter tokens, so that sums stay integers: 3 per Han, kana or hangul character, 1 per other character. */
export function quartersOf(text: string): number {
  const counts: TextCounts = { wide: 0, narrow: 0 };
  addText(text, counts);
  return counts.wide * 3 + counts.narrow;
}

export function tokensOf(quarters: number): number {
  return Math.ceil(quarters / 4);
}

/** The longest beginning of `text` within `tokens`; never splits a character. */
export function cutToTokens(text: string, tokens: number): string {
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) {
    quarters += quartersOfUnit(text.charCodeAt(at));
    if (quarters > tokens * 4) return text.slice(0, at);
  }
  return text;
}

/** Splits text as a model streams it: word by word, or a few characters of Chinese at a time. */
export function* piecesOf(text: string): Generator<string> {
  let from = 0;
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    quarters += quartersOfUnit(unit);
    const halfCharacter = isLowSurrogate(text.charCodeAt(at + 1));
    if (halfCharacter || (unit !== 0x20 && quarters < 8)) continue;
    yield text.slice(from, at + 1);
    from = at + 1;
    quarters = 0;
  }
  if (from < text.length) yield text.slice(from);
}

function quartersOfUnit(unit: number): number {
  if (isLowSurrogate(unit)) return 0;
  return isWideUnit(unit) ? 3 : 1;
}
