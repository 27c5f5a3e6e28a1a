import type { Selectable } from 'kysely';
import type { Announcement, MaintenanceWindow } from '../../domain/news/announcement.ts';
import type { AnnouncementsTable } from './news-schema.ts';

type Row = Selectable<AnnouncementsTable>;

function windowOf({ window_from, window_until, window_ended_at }: Row): MaintenanceWindow | null {
  if (window_from === null || window_until === null) return null;
  return {
    fromMs: Number(window_from),
    untilMs: Number(window_until),
    endedAtMs: window_ended_at === null ? null : Number(window_ended_at),
  };
}

/** An announcement from its stored row. */
export function announcementOf(row: Row): Announcement {
  return {
    id: row.id,
    kind: row.kind,
    title: { zh: row.title_zh, en: row.title_en },
    text: { zh: row.text_zh, en: row.text_en },
    isPinned: row.is_pinned === 1n,
    publishAtMs: Number(row.publish_at),
    withdrawnAtMs: row.withdrawn_at === null ? null : Number(row.withdrawn_at),
    window: windowOf(row),
    isMailed: row.is_mailed === 1n,
    createdAtMs: Number(row.created_at),
    updatedAtMs: Number(row.updated_at),
  };
}
