import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sentence with more words needs a second reading. */
const sentenceWordsMax = 30;
/** The same limit for Chinese, in characters. */
const sentenceCharactersMax = 60;

/** The phrases that CONTRIBUTING.md forbids, from its table of words. */
export function forbiddenPhrases(): readonly string[] {
  const contributing = readFileSync(join(import.meta.dirname, '../../../CONTRIBUTING.md'), 'utf8');
  const [section = ''] = /^## Words\n[^]*?(?=^## )/m.exec(contributing) ?? [];
  return [...section.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, never = '']) =>
    never.split(', ').map((each) => each.slice(1, -1)),
  );
}

/** A page without code, generated tables and link targets. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/<!-- (\w+): made by[^]*?<!-- end of \1 -->/g, '')
    .replaceAll(/`[^`\n]*`/g, 'X')
    .replaceAll(/\]\([^)]*\)/g, ']');
}

/** Paragraphs, headings, list items and table cells, each on one line. */
function blocksOf(prose: string): readonly string[] {
  return prose
    .split(/\n(?=\s*(?:-|\d+\.|#+) )|\n\s*\n|\n(?=\|)/)
    .flatMap((block) => (block.startsWith('|') ? block.split(' | ') : [block]))
    .map((block) => block.replaceAll(/\s+/g, ' ').replaceAll('**', '').trim());
}

function isLatin(phrase: string): boolean {
  return /^[ -~]+$/.test(phrase);
}

/** Chinese sentences that are too long. */
function longInChinese(block: string): readonly string[] {
  return block.split(/(?<=[。！？；])/).flatMap((sentence) => {
    const length = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
    return length > sentenceCharactersMax ? [`${String(length)} characters: ${sentence}`] : [];
  });
}

/** Forbidden words on a page, and sentences that are too long. */
export function wordingFaults(page: string, forbidden: readonly string[]): readonly string[] {
  const blocks = blocksOf(proseOf(page));
  const [latin, chinese] = [forbidden.filter(isLatin), forbidden.filter((phrase) => !isLatin(phrase))];
  const phrases = new RegExp([String.raw`\b(?:${latin.join('|')})\b`, ...chinese].join('|'), 'i');
  const said = blocks.flatMap((block) => {
    const [phrase] = phrases.exec(block) ?? [];
    return phrase === undefined ? [] : [`"${phrase}" in: ${block}`];
  });
  const sentences = blocks.flatMap((block) => block.split(/(?<=[.!?:]) (?=[A-Z[(*])/));
  const long = sentences.filter((sentence) => sentence.split(' ').length > sentenceWordsMax);
  return [
    ...said,
    ...long.map((sentence) => `${String(sentence.split(' ').length)} words: ${sentence}`),
    ...sentences.flatMap(longInChinese),
  ];
}
