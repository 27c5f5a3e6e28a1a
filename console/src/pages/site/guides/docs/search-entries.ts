import type { Topic } from '../topic.ts';
import { filled, type Filled } from '../filled.ts';
import { textOfBlocks, textOfWords, type DocPage } from './doc-page.ts';
import type { SearchEntry } from './docs-search.ts';

/** All sections of the pages. */
export function entriesOfPages(pages: readonly DocPage[]): readonly SearchEntry[] {
  return pages.flatMap(({ path, name, sections }) =>
    sections.map(({ id, title, blocks }) => ({
      to: `/docs/${path}${id === '' ? '' : `#${id}`}`,
      page: name,
      title: textOfWords(title),
      text: textOfBlocks(blocks),
    })),
  );
}

/** The visible text of a guide block, without markup. */
function wordsIn(value: unknown, facts: Filled): string {
  if (typeof value === 'string') return filled(value, facts).replaceAll(/`|\]\([^)]*\)|\[/g, '');
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map((part) => wordsIn(part, facts))
    .join(' ');
}

/** All sections of the short guides. */
export function entriesOfGuides(
  topics: Readonly<Record<string, Topic>>,
  language: 'zh' | 'en',
  toOf: (topic: string, anchor: string) => string,
  facts: Filled,
): readonly SearchEntry[] {
  return Object.entries(topics).flatMap(([name, topic]) =>
    Object.entries(topic[language].sections).map(([anchor, { title, body }]) => ({
      to: toOf(name, anchor),
      page: topic[language].title,
      title,
      text: body.map((block) => wordsIn(block, facts)).join(' '),
    })),
  );
}
