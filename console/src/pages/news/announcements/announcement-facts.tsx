import type { PublicAnnouncement } from '@tollgate/contract/news/announcements';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Kind and time, and the window of maintenance. */
export function AnnouncementFacts({ announcement }: { readonly announcement: PublicAnnouncement }) {
  const t = useTexts(texts);
  const { kind, pinned, maintenance, publish_at: publishAt } = announcement;
  return (
    <div className="news-facts">
      {pinned ? <span className="chip">{t.pinned}</span> : null}
      <span>{t.kinds[kind]}</span>
      {maintenance === null ? (
        <Time at={publishAt} />
      ) : (
        <span>
          <Time at={maintenance.from} /> {t.to} <Time at={maintenance.ended_at ?? maintenance.until} /> ·{' '}
          {t.states[maintenance.state]}
        </span>
      )}
    </div>
  );
}
