import { useEffect } from 'react';
import { Loading } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { DocBlocks, Words } from './docs/doc-blocks.tsx';
import { textOfWords, type DocPage, type DocSection } from './docs/doc-page.ts';
import { useDocPages } from './docs/use-doc-pages.ts';
import { DocsFrame } from './docs-frame.tsx';
import { docsTexts } from './docs-texts.ts';

function Heading({ section: { id, depth, title } }: { readonly section: DocSection }) {
  const t = useTexts(docsTexts);
  const Level = depth === 2 ? 'h2' : 'h3';
  return (
    <Level>
      <Words words={title} />
      <a href={`#${id}`} className="anchor" aria-label={t.link(textOfWords(title))}>
        #
      </a>
    </Level>
  );
}

function Shown({ page: { sections } }: { readonly page: DocPage }) {
  const t = useTexts(docsTexts);
  const [first, ...others] = sections;
  const title = first === undefined ? '' : textOfWords(first.title);
  useTitle(title);
  useEffect(() => {
    // The target of the anchor exists only after rendering.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [sections]);
  return (
    <>
      <article>
        <h1>{title}</h1>
        <section className="doc-lead">
          <DocBlocks blocks={first?.blocks ?? []} />
        </section>
        {others.map((section) => (
          <section key={section.id} id={section.id}>
            <Heading section={section} />
            <DocBlocks blocks={section.blocks} />
          </section>
        ))}
      </article>
      <nav className="guide-here" aria-label={t.onPage}>
        <h3>{t.onPage}</h3>
        {others
          .filter(({ depth }) => depth === 2)
          .map(({ id, title: words }) => (
            <a key={id} href={`#${id}`}>
              {textOfWords(words)}
            </a>
          ))}
      </nav>
    </>
  );
}

/** A page from docs/, by its URL. */
export default function DocsPage() {
  const t = useTexts(docsTexts);
  const path = useAddressPart('_splat');
  const pages = useDocPages();
  const page = pages.data?.find((one) => one.path === path);
  return (
    <DocsFrame current={paths.doc(path)}>
      {page === undefined ? (
        <article>
          <h1>{t.title}</h1>
          {pages.data === undefined ? (
            <Loading of={pages} what={t.failed} height={480} />
          ) : (
            <EmptyState action={<AppLink to={paths.docs}>{t.all}</AppLink>}>{t.none}</EmptyState>
          )}
        </article>
      ) : (
        <Shown page={page} />
      )}
    </DocsFrame>
  );
}
