import type { ReactNode } from 'react';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { DocsNav } from './docs-nav.tsx';
import { DocsSearchResults } from './docs-search-results.tsx';
import { docsTexts } from './docs-texts.ts';
import './guides.css';

interface DocsFrameProps {
  /** The URL of the page. */
  readonly current: string;
  /** The page, and links to its neighbours. */
  readonly children: ReactNode;
}

/** Frame of every documentation page: the list of pages, and a search whose text is in the URL. */
export function DocsFrame({ current, children }: DocsFrameProps) {
  const t = useTexts(docsTexts);
  const words = useAddressState().query.q?.trim() ?? '';
  return (
    <div className="page-guides">
      <div className="doc-side">
        <SearchField label={t.search} />
        <DocsNav current={current} />
      </div>
      {words === '' ? children : <DocsSearchResults words={words} />}
    </div>
  );
}
