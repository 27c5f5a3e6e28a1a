import type { SandboxStep } from '../sandbox-exchange.ts';

/** Words of languages that write blanks; each Han, kana or hangul character is a separate word. */
const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu;
const charactersPerTurn = 32_768;
/** Two words side by side say less than the two, and are what order leaves. */
const pairWeight = 0.5;
/** More digits are not worth their bytes. */
const stepsPerOne = 1_000_000;

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a over UTF-16 units, mixed once more, because its bits alone are not even. */
function hashOf(text: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3ce5);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** Every feature has a place by its hash, and half of them count downwards, so that those that share a place cancel out. */
function add(vector: Float64Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  const place = hash % vector.length;
  vector[place] = (vector[place] ?? 0) + (hash >= 0x80000000 ? weight : -weight);
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/**
 * A vector of length 1 by the words of a text and their pairs: the more of them two texts have in common, the closer to 1 the
 * cosine of theirs. The same text always has the same vector. A long text takes several turns.
 */
export function* embedText(text: string, dimensions: number): Generator<SandboxStep, readonly number[]> {
  const vector = new Float64Array(dimensions);
  let before = '';
  for (let from = 0; from < text.length; from += charactersPerTurn) {
    if (from > 0) yield { kind: 'turn' };
    for (const [word] of text
      .slice(from, from + charactersPerTurn)
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(words)) {
      add(vector, word, 1);
      if (before !== '') add(vector, `${before} ${word}`, pairWeight);
      before = word;
    }
  }
  // Signs alone, or features that cancelled each other out.
  if (lengthOf(vector) === 0) add(vector, text.slice(0, charactersPerTurn), 1);
  const length = lengthOf(vector);
  return Array.from(vector, (value) => Math.round((value / length) * stepsPerOne) / stepsPerOne);
}
