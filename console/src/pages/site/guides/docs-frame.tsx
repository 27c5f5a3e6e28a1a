import type { ReactNode } from 'react';
import { Loading } from '../../../components/errors/error-state.tsx';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import type { DocPage } from './docs/doc-page.ts';
import { useDocPages } from './docs/use-doc-pages.ts';
import { DocsNav } from './docs-nav.tsx';
import { DocsSearchResults } from './docs-search-results.tsx';
import { docsTexts } from './docs-texts.ts';
import './guides.css';

interface DocsFrameProps {
  /** The address of the page. */
  readonly current: string;
  /** The page, and what is beside it. */
  readonly children: (pages: readonly DocPage[]) => ReactNode;
}

/** Around a page of the documentation: all others, and the search, whose words are in the address. */
export function DocsFrame({ current, children }: DocsFrameProps) {
  const t = useTexts(docsTexts);
  const words = useAddressState().query.q?.trim() ?? '';
  const query = useDocPages();
  const pages = query.data;
  const shown =
    pages === undefined ? (
      <Loading of={query} what={t.failed} height={480} />
    ) : words === '' ? (
      children(pages)
    ) : (
      <article>
        <h1>{t.title}</h1>
        <DocsSearchResults pages={pages} words={words} />
      </article>
    );
  return (
    <div className="page-guides">
      <div className="doc-side">
        <SearchField label={t.search} />
        <DocsNav current={current} />
      </div>
      {shown}
    </div>
  );
}
