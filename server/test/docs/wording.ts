import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sentence with more words needs a second reading. */
const sentenceWordsMax = 30;
/** The same limit for Chinese, in characters. */
const sentenceCharactersMax = 60;

/** What CONTRIBUTING.md forbids. */
export interface ForbiddenPhrases {
  readonly everywhere: readonly string[];
  readonly inChinese: readonly string[];
}

/** The phrases that CONTRIBUTING.md forbids, from its tables of words. */
export function forbiddenPhrases(): ForbiddenPhrases {
  const contributing = readFileSync(join(import.meta.dirname, '../../../CONTRIBUTING.md'), 'utf8');
  const [section = ''] = /^## Words\n[^]*?(?=^## )/m.exec(contributing) ?? [];
  const [everywhere = [], inChinese = []] = section
    .split('### In Chinese\n')
    .map((part) =>
      [...part.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, never = '']) => never.split(', ').map((each) => each.slice(1, -1))),
    );
  return { everywhere, inChinese };
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

const halfWidth = /\p{Script=Han}[,;:!?(](?!\d)/u;
const unspaced = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;

/** A pattern that finds the phrases, those in Latin characters as whole words. */
function anyOf(phrases: readonly string[], flags: '' | 'i'): RegExp {
  const bounded = phrases.map((phrase) => (/^[ -~]+$/.test(phrase) ? String.raw`(?<![\w-])${phrase}(?![\w-])` : phrase));
  return phrases.length === 0 ? /(?!)/ : new RegExp(bounded.join('|'), flags);
}

/** Chinese sentences that are too long. */
function longInChinese(block: string): readonly string[] {
  return block.split(/(?<=[。！？；])/).flatMap((sentence) => {
    const length = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
    return length > sentenceCharactersMax ? [`${String(length)} characters: ${sentence}`] : [];
  });
}

/** Forbidden words on a page, punctuation that is not Chinese in Chinese, and sentences that are too long. */
export function wordingFaults(page: string, { everywhere, inChinese }: ForbiddenPhrases): readonly string[] {
  const blocks = blocksOf(proseOf(page));
  const anywhere = anyOf(everywhere, 'i');
  const chinese = /^# .*\p{Script=Han}/mu.test(page) ? [anyOf(inChinese, ''), halfWidth, unspaced] : [];
  const said = blocks.flatMap((block) => {
    const unquoted = block.replaceAll(/“[^”]*”/g, '“”');
    const found = [anywhere.exec(block), ...chinese.map((pattern) => pattern.exec(unquoted))];
    return found.flatMap((match) => (match === null ? [] : [`"${match[0]}" in: ${block}`]));
  });
  const sentences = blocks.flatMap((block) => block.split(/(?<=[.!?:]) (?=[A-Z[(*])/));
  const long = sentences.filter((sentence) => sentence.split(' ').length > sentenceWordsMax);
  return [
    ...said,
    ...long.map((sentence) => `${String(sentence.split(' ').length)} words: ${sentence}`),
    ...sentences.flatMap(longInChinese),
  ];
}
