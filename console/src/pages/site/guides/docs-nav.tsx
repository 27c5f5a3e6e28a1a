import { useEffect, useRef } from 'react';
import names from 'virtual:docs/index';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { docsTexts } from './docs-texts.ts';
import { listedTopics, topics } from './topics.ts';

/** All explanatory pages: documentation, short guides and reference. `current` is the URL of the displayed page. */
export function DocsNav({ current }: { readonly current: string }) {
  const t = useTexts(docsTexts);
  const language = useLanguage();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the list is a single line, which would otherwise start at its first page.
    const shown = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (shown && nav.current) nav.current.scrollLeft = shown.offsetLeft - nav.current.offsetLeft - 16;
  }, [current, language]);
  const title = Object.entries(topics).find(([topic]) => paths.guide(topic) === current)?.[1][language].title;
  const link = (to: string, label: string) => (
    <AppLink key={to} to={to} aria-current={to === current ? 'page' : label === title ? 'true' : undefined}>
      {label}
    </AppLink>
  );
  return (
    <nav ref={nav} className="guide-list" aria-label={t.title}>
      {link(paths.docs, t.all)}
      <p className="guide-group">{t.pages}</p>
      {names[language].map(({ path, name }) => link(paths.doc(path), name))}
      <p className="guide-group">{t.short}</p>
      {listedTopics(language, names[language]).map(([topic, texts]) => link(paths.guide(topic), texts[language].title))}
      <p className="guide-group">API</p>
      <a href={paths.reference}>{t.api}</a>
    </nav>
  );
}
