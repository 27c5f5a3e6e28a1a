import { useEffect } from 'react';
import names from 'virtual:docs/index';
import { useTitle } from '../../../components/head/use-title.ts';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { defineTexts, useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Blocks } from './blocks.tsx';
import { DocsFrame } from './docs-frame.tsx';
import { topics } from './topics.ts';
import { useFilled } from './use-filled.ts';

const texts = defineTexts({
  zh: {
    list: '文档',
    onPage: '本页内容',
    none: '文档不存在。',
    first: '查看快速开始',
    full: '完整说明：',
    link: (title: string) => `“${title}”的链接`,
  },
  en: {
    list: 'Guides',
    onPage: 'On this page',
    none: 'Guide not found.',
    first: 'Quick start',
    full: 'In full:',
    link: (title: string) => `Link to “${title}”`,
  },
});

/** The full page for each short guide. */
const fullPages: Readonly<Record<string, string>> = {
  'quick-start': 'quick-start',
  errors: 'errors',
  billing: 'charging',
  images: 'kinds/images',
  music: 'kinds/music',
};

function FullPage({ of: topic }: { readonly of: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const page = names[language].find(({ path }) => path === fullPages[topic]);
  if (page === undefined) return null;
  return (
    <p className="quiet">
      {t.full} <AppLink to={paths.doc(page.path)}>{page.name}</AppLink>
    </p>
  );
}

/** One guide. Every piece of advice has an anchor, so that links can point to it. */
export default function GuidesPage() {
  const t = useTexts(texts);
  const language = useLanguage();
  const name = useAddressPart('topic');
  const topic = Object.hasOwn(topics, name) ? topics[name]?.[language] : undefined;
  const title = topic?.title ?? t.list;
  useTitle(title);
  const facts = useFilled();
  useEffect(() => {
    // The target of the anchor exists only after rendering.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [title, name]);
  if (topic === undefined) return <EmptyState action={<AppLink to={paths.guides}>{t.first}</AppLink>}>{t.none}</EmptyState>;
  const sections = Object.entries(topic.sections);
  return (
    <DocsFrame current={paths.guide(name)}>
      <article>
        <h1>{topic.title}</h1>
        <p className="lead">{topic.lead}</p>
        <FullPage of={name} />
        {sections.map(([anchor, section]) => (
          <section key={anchor} id={anchor}>
            <h2>
              {section.title}
              <a href={`#${anchor}`} className="anchor" aria-label={t.link(section.title)}>
                #
              </a>
            </h2>
            <Blocks blocks={section.body} {...facts} />
          </section>
        ))}
      </article>
      <nav className="guide-here" aria-label={t.onPage}>
        <h3>{t.onPage}</h3>
        {sections.map(([anchor, section]) => (
          <a key={anchor} href={`#${anchor}`}>
            {section.title}
          </a>
        ))}
      </nav>
    </DocsFrame>
  );
}
