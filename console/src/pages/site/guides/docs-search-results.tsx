import { useMemo } from 'react';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import type { DocPage } from './docs/doc-page.ts';
import { searchDocs } from './docs/docs-search.ts';
import { entriesOfGuides, entriesOfPages } from './docs/search-entries.ts';
import { docsTexts } from './docs-texts.ts';
import { topics } from './topics.ts';

interface DocsSearchResultsProps {
  readonly pages: readonly DocPage[];
  readonly words: string;
}

/** In place of a page while somebody looks for words. */
export function DocsSearchResults({ pages, words }: DocsSearchResultsProps) {
  const t = useTexts(docsTexts);
  const language = useLanguage();
  const entries = useMemo(() => [...entriesOfPages(pages), ...entriesOfGuides(topics, language, paths.guide)], [pages, language]);
  const hits = searchDocs(entries, words);
  return (
    <>
      <p className="quiet" role="status">
        {hits.length === 0 ? t.nothing(words) : t.found(hits.length)}
      </p>
      <ul className="doc-hits">
        {hits.map(({ entry, excerpt: [before, found, after] }) => (
          <li key={`${entry.to} ${entry.title}`}>
            <AppLink to={entry.to}>
              <b>{entry.title}</b> <span className="quiet">{entry.page}</span>
            </AppLink>
            <p className="quiet">
              {before}
              <mark>{found}</mark>
              {after}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
