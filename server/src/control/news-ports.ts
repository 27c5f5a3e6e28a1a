import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { Announcement } from '../domain/news/announcement.ts';
import type { NewsStore } from '../domain/news/news-board.ts';

/** One page of a list that runs from the newest to the oldest row. */
export interface NewsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** What everybody is told, as operators keep it. */
export interface AnnouncementsStore extends NewsStore {
  find(id: string): Promise<Announcement | null>;
  /** Newest first. */
  list(page: NewsPage): Promise<readonly Announcement[]>;
  create(announcement: Announcement, audit: AuditEntry): Promise<void>;
  update(announcement: Announcement, audit: AuditEntry): Promise<void>;
}
