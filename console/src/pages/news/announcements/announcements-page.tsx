import { useQuery } from '@tanstack/react-query';
import { announcementsQuery } from '../../../api/news.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { EmptyState, Skeleton } from '../../../ui/states/empty-state.tsx';
import { PlainText } from '../plain-text.tsx';
import { AnnouncementFacts } from './announcement-facts.tsx';
import './announcements.css';
import { texts } from './texts.ts';

/** All public announcements, pinned ones first. */
export default function AnnouncementsPage() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(announcementsQuery);
  useTitle(t.title);
  return (
    <div className="page-announcements">
      <h1>{t.title}</h1>
      <p className="quiet">
        {t.note} <a href={`/announcements.rss?lang=${language}`}>{t.feed}</a>
      </p>
      {data === undefined && error !== null ? <ErrorState what={t.failed} error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton height={320} /> : null}
      {data?.data.length === 0 ? <EmptyState>{t.empty}</EmptyState> : null}
      {data?.data.map((announcement) => (
        <article className="news-item" key={announcement.id}>
          <AnnouncementFacts announcement={announcement} />
          <h2>
            <AppLink to={paths.announcement(announcement.id)}>{announcement.title[language]}</AppLink>
          </h2>
          <PlainText>{announcement.text[language]}</PlainText>
        </article>
      ))}
    </div>
  );
}
