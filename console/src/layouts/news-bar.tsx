import { useQuery } from '@tanstack/react-query';
import { announcementsQuery } from '../api/news.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { Time } from '../components/time/time.tsx';
import { defineTexts, useLanguage, useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import './news-bar.css';

const texts = defineTexts({
  zh: {
    news: '公告',
    running: '维护中，新的调用会被拒绝，不收费。到',
    until: '结束。',
    see: '查看',
  },
  en: {
    news: 'Announcement',
    running: 'Under maintenance: new calls are refused and not charged. It ends at',
    until: '',
    see: 'View',
  },
});

/** Shown above every page: running maintenance, or pinned announcements. */
export function NewsBar() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data } = useQuery(announcementsQuery);
  if (data === undefined) return null;
  const { running } = data;
  if (running !== null)
    return (
      <aside className="news-bar maintenance" aria-label={t.news}>
        <span role="status">
          {t.running} <Time at={running.until} /> {t.until}
        </span>
        <AppLink to={paths.announcement(running.id)}>{t.see}</AppLink>
      </aside>
    );
  const pinned = data.data.find((one) => one.pinned);
  if (pinned === undefined) return null;
  return (
    <aside className="news-bar" aria-label={t.news}>
      <AppLink to={paths.announcement(pinned.id)}>{pinned.title[language]}</AppLink>
    </aside>
  );
}
