import type { StoredSentence } from '../../stored-sentences.ts';

/** A stored sentence and its Chinese. English pages show the third text, or else the stored one. */
export type SentencePair = readonly [stored: string, zh: string, en?: string];
export type SentencePairs = Readonly<Record<string, SentencePair>>;

/** Sentences by code. @param frame the text around each of them, with `{what}` in its place. */
export function sentencesOf(
  pairs: SentencePairs,
  frame: readonly [stored: string, zh: string] = ['{what}', '{what}'],
): Readonly<Record<string, StoredSentence>> {
  const framed = (text: string, around: string): string => around.replace('{what}', () => text);
  return Object.fromEntries(
    Object.entries(pairs).map(([code, [stored, zh, en = stored]]) => [
      code,
      { stored: framed(stored, frame[0]), zh: framed(zh, frame[1]), en: framed(en, frame[0]) },
    ]),
  );
}
