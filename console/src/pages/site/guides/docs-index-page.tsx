import { useEffect } from 'react';
import names from 'virtual:docs/index';
import { useTitle } from '../../../components/head/use-title.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { DocsFrame } from './docs-frame.tsx';
import { docsTexts } from './docs-texts.ts';
import { listedTopics } from './topics.ts';

/** Redirects old bookmarks of the reference, which used to be at this address: `/docs#/chat/…`. */
function useOldBookmark(): void {
  useEffect(() => {
    if (location.hash.startsWith('#/')) location.replace(`${paths.reference}${location.hash}`);
  }, []);
}

/** All pages, each with the question it answers. */
export default function DocsIndexPage() {
  const t = useTexts(docsTexts);
  const language = useLanguage();
  useOldBookmark();
  useTitle(t.title);
  return (
    <DocsFrame current={paths.docs}>
      <article>
        <h1>{t.title}</h1>
        <p className="lead">{t.lead}</p>
        <section>
          <h2>{t.pages}</h2>
          <dl className="doc-list">
            {names[language].map(({ path, name, question }) => (
              <div key={path}>
                <dt>
                  <AppLink to={paths.doc(path)}>{name}</AppLink>
                </dt>
                <dd>{question}</dd>
              </div>
            ))}
            <div>
              <dt>
                <a href={paths.reference}>{t.api}</a>
              </dt>
              <dd>{t.apiNote}</dd>
            </div>
          </dl>
        </section>
        <section>
          <h2>{t.short}</h2>
          <dl className="doc-list">
            {listedTopics(language, names[language]).map(([name, topic]) => (
              <div key={name}>
                <dt>
                  <AppLink to={paths.guide(name)}>{topic[language].title}</AppLink>
                </dt>
                <dd>{topic[language].lead}</dd>
              </div>
            ))}
          </dl>
        </section>
      </article>
    </DocsFrame>
  );
}
