import { useQuery } from '@tanstack/react-query';
import { siteApi } from '../../../api/clients/site.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import './legal.css';
import { texts } from './texts.ts';

/** Paragraphs are separated by empty lines; a paragraph starting with # is a heading. */
function Paragraph({ text }: { readonly text: string }) {
  return text.startsWith('#') ? <h2>{text.replace(/^#+\s*/, '')}</h2> : <p>{text}</p>;
}

/** A text of the operator in the current language, or else in the other one. */
export function LegalText({ name }: { readonly name: 'terms' | 'privacy' }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['legal', name],
    queryFn: () => siteApi.readLegalText({ params: { text: name } }),
  });
  const title = t.titles[name];
  const other = language === 'zh' ? 'en' : 'zh';
  const isOther = data?.[language] === '';
  const shown = data === undefined ? '' : isOther ? data[other] : data[language];
  return (
    <article className="legal">
      <PageHead title={title} />
      <header>
        <h1>{title}</h1>
        {shown === '' ? null : (
          <Button
            onClick={() => {
              print();
            }}
          >
            {t.print}
          </Button>
        )}
      </header>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={320} />
      ) : shown === '' ? (
        <EmptyState>{t.none}</EmptyState>
      ) : (
        <div lang={isOther ? other : language}>
          {isOther ? <p className="quiet">{t.other}</p> : null}
          {shown
            .split(/\n\s*\n/)
            .filter((text) => text.trim() !== '')
            .map((text, at) => (
              <Paragraph key={String(at)} text={text.trim()} />
            ))}
        </div>
      )}
    </article>
  );
}
