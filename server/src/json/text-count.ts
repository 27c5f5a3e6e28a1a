/** Characters by the two classes of the character rule: wide = Han, kana, hangul; narrow = everything else. */
export interface TextCounts {
  wide: number;
  narrow: number;
}

/**
 * Whether a UTF-16 unit starts a wide character. Blocks count as a whole (U+3040–31FF kana, bopomofo, jamo and their extensions,
 * U+3400–9FFF Han, U+AC00–D7FF hangul, U+F900–FAFF). So do the high surrogates D840–D8BF, which begin the Han of planes 2 and 3.
 */
export function isWideUnit(unit: number): boolean {
  if (unit < 0x3040) return false;
  if (unit <= 0x9fff) return unit <= 0x31ff || unit >= 0x3400;
  return (unit >= 0xac00 && unit <= 0xd7ff) || (unit >= 0xd840 && unit <= 0xd8bf) || (unit >= 0xf900 && unit <= 0xfaff);
}

/** Whether a unit is the second half of a surrogate pair, whose character was counted at the first half. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Adds the characters of `text` to `counts`. Linear, no allocation. */
export function addText(text: string, counts: TextCounts): void {
  let wide = 0;
  let ignored = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x3040) continue;
    if (isLowSurrogate(unit)) ignored += 1;
    else if (isWideUnit(unit)) wide += 1;
  }
  counts.wide += wide;
  counts.narrow += text.length - wide - ignored;
}
