import type { SandboxStep } from '../sandbox-exchange.ts';

/** Words of languages that write spaces. Each Han, kana or hangul character is a separate word. */
const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu;
const charactersPerTurn = 32_768;
/** Two adjacent words count less than the single words; the pairs reflect the word order. */
const pairWeight = 0.5;
/** Further digits add no useful precision. */
const stepsPerOne = 1_000_000;

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a over UTF-16 units, followed by further mixing, because its bits alone are not evenly distributed. */
function hashOf(text: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3ce5);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** The hash of a feature selects its position. Half of the features count as negative, so that those that share a position cancel out. */
function add(vector: Float64Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  const place = hash % vector.length;
  vector[place] = (vector[place] ?? 0) + (hash >= 0x80000000 ? weight : -weight);
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/**
 * A vector of length 1 from the words of a text and their pairs: the more of them two texts share, the closer their cosine is to 1. Equal
 * texts have equal vectors. A long text takes several turns.
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
  // The text has only punctuation, or its features cancelled each other out.
  if (lengthOf(vector) === 0) add(vector, text.slice(0, charactersPerTurn), 1);
  const length = lengthOf(vector);
  return Array.from(vector, (value) => Math.round((value / length) * stepsPerOne) / stepsPerOne);
}
