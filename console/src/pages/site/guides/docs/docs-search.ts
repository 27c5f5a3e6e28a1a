/** A search target. */
export interface SearchEntry {
  readonly to: string;
  readonly page: string;
  /** Title of the section. */
  readonly title: string;
  readonly text: string;
}

export interface SearchHit {
  readonly entry: SearchEntry;
  /** The text around the first match. */
  readonly excerpt: readonly [before: string, found: string, after: string];
}

const hitsMax = 20;
const wordsMax = 8;
const excerptLength = 70;

function scoreOf({ page, title, text }: SearchEntry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const found =
      (page.toLowerCase().includes(word) ? 4 : 0) +
      (title.toLowerCase().includes(word) ? 8 : 0) +
      (text.toLowerCase().includes(word) ? 1 : 0);
    if (found === 0) return 0;
    score += found;
  }
  return score + (text.toLowerCase().includes(words.join(' ')) ? words.length : 0);
}

function excerptOf(text: string, words: readonly string[]): SearchHit['excerpt'] {
  const lower = text.toLowerCase();
  const found = [words.join(' '), ...words].find((word) => lower.includes(word));
  if (found === undefined) return [text.slice(0, 2 * excerptLength), '', ''];
  const at = lower.indexOf(found);
  const from = Math.max(0, at - excerptLength);
  const end = at + found.length;
  return [`${from > 0 ? '…' : ''}${text.slice(from, at)}`, text.slice(at, end), text.slice(end, end + 2 * excerptLength)];
}

/** The sections that contain all words, ignoring case; matches in titles first. */
export function searchDocs(entries: readonly SearchEntry[], query: string): readonly SearchHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, hitsMax)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }));
}
