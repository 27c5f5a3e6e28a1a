import type { SandboxStep } from '../sandbox-exchange.ts';

/** How quickly repetitions of a word stop counting, and how much more often it must occur in longer documents. */
const saturation = 1.2;
const lengthShare = 0.75;

/** How much of the query is searched for words. */
const queryCharactersMax = 2_000;
const charactersPerTurn = 65_536;

const wide = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}`;
const term = new RegExp(String.raw`([${wide}])|(?:(?![${wide}])[\p{L}\p{N}])+`, 'gu');

/** Words in lower case; for scripts without spaces, single characters and pairs of neighbours. */
function* termsOf(text: string): Generator<string> {
  let before = '';
  let end = -1;
  for (const { 0: word, 1: character, index } of text.matchAll(term)) {
    yield word.toLowerCase();
    if (character !== undefined && before !== '' && index === end) yield before + character;
    before = character ?? '';
    end = index + word.length;
  }
}

interface Counted {
  readonly length: number;
  readonly times: ReadonlyMap<string, number>;
}

/** How often each wanted word occurs in a text; a long text takes several turns. */
function* countTerms(text: string, wanted: ReadonlySet<string>): Generator<SandboxStep, Counted> {
  const times = new Map<string, number>();
  let length = 0;
  for (let at = 0; at < text.length; at += charactersPerTurn) {
    if (at > 0) yield { kind: 'turn' };
    for (const found of termsOf(text.slice(at, at + charactersPerTurn))) {
      length += 1;
      if (wanted.has(found)) times.set(found, (times.get(found) ?? 0) + 1);
    }
  }
  return { length, times };
}

/** The rarer a word is among the documents, the higher its weight. */
function weigh(wanted: ReadonlySet<string>, counted: readonly Counted[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const word of wanted) {
    const holders = counted.filter(({ times }) => times.has(word)).length;
    weights.set(word, Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5)));
  }
  return weights;
}

/** How well each document matches the query by the BM25 formula, as a share of the maximum from 0 to 1. */
export function* bm25(query: string, documents: readonly string[]): Generator<SandboxStep, number[]> {
  const wanted = new Set(termsOf(query.slice(0, queryCharactersMax)));
  const counted: Counted[] = [];
  let pending = 0;
  for (const document of documents) {
    counted.push(yield* countTerms(document, wanted));
    pending += document.length;
    if (pending < charactersPerTurn) continue;
    yield { kind: 'turn' };
    pending = 0;
  }
  const usualLength = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  const weights = weigh(wanted, counted);
  const most = [...weights.values()].reduce((sum, weight) => sum + weight, 0) * (saturation + 1);
  return counted.map(({ length, times }) => {
    let score = 0;
    for (const [word, often] of times) {
      const damping = saturation * (1 - lengthShare + (lengthShare * length) / usualLength);
      score += ((weights.get(word) ?? 0) * often * (saturation + 1)) / (often + damping);
    }
    return most === 0 ? 0 : Math.round((score / most) * 1e6) / 1e6;
  });
}
