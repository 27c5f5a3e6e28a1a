import { useMemo } from 'react';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import type { DocPage } from './docs/doc-page.ts';
import { searchDocs } from './docs/docs-search.ts';
import { withOwnAddress } from './docs/own-address.ts';
import { entriesOfGuides, entriesOfPages } from './docs/search-entries.ts';
import { useDocPages } from './docs/use-doc-pages.ts';
import { docsTexts } from './docs-texts.ts';
import { topics } from './topics.ts';
import { useFilled } from './use-filled.ts';

interface FoundProps {
  readonly pages: readonly DocPage[];
  readonly words: string;
}

function Found({ pages, words }: FoundProps) {
  const t = useTexts(docsTexts);
  const language = useLanguage();
  const facts = useFilled();
  const entries = useMemo(
    () =>
      [...entriesOfPages(pages), ...entriesOfGuides(topics, language, paths.guide, facts)].map((entry) => ({
        ...entry,
        text: withOwnAddress(entry.text),
      })),
    [pages, language, facts],
  );
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

/** Replaces the page during a search. */
export function DocsSearchResults({ words }: { readonly words: string }) {
  const t = useTexts(docsTexts);
  const pages = useDocPages();
  return (
    <article>
      <h1>{t.title}</h1>
      {pages.data === undefined ? (
        <Loading of={pages} what={t.failed} height={480} />
      ) : (
        <Found pages={pages.data} words={words} />
      )}
    </article>
  );
}
