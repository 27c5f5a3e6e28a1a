import { useQuery } from '@tanstack/react-query';
import { announcementQuery } from '../../../api/news.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { PlainText } from '../plain-text.tsx';
import { AnnouncementFacts } from './announcement-facts.tsx';
import './announcements.css';
import { texts } from './texts.ts';

/** One announcement in full. */
export default function AnnouncementPage() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(announcementQuery(useAddressPart('announcementId')));
  const title = data?.title[language] ?? t.title;
  useTitle(title);
  return (
    <div className="page-announcements">
      <p className="quiet">
        <AppLink to={paths.announcements}>{t.back}</AppLink>
      </p>
      <h1>{title}</h1>
      {data === undefined && error !== null ? <ErrorState what={t.failed} error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton height={200} /> : null}
      {data === undefined ? null : (
        <>
          <AnnouncementFacts announcement={data} />
          <PlainText>{data.text[language]}</PlainText>
        </>
      )}
    </div>
  );
}
