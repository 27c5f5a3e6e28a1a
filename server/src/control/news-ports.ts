import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { Announcement } from '../domain/news/announcement.ts';
import type { NewsStore } from '../domain/news/news-board.ts';
import type { Incident, IncidentUpdate } from '../domain/status/incident.ts';
import type { IncidentsReader } from '../domain/status/status-board.ts';

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

/** What operators tell of disturbances. */
export interface IncidentsStore extends IncidentsReader {
  find(id: string): Promise<Incident | null>;
  create(incident: Incident, audit: AuditEntry): Promise<void>;
  /** Of one that is open, with what is told now. */
  update(incident: Incident, update: IncidentUpdate, audit: AuditEntry): Promise<void>;
}
