import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { Announcement } from '../../domain/news/announcement.ts';
import type { NewsStore } from '../../domain/news/news-board.ts';
import type { OnceMark } from '../../control/once-ports.ts';
import type { Incident, IncidentUpdate } from '../../domain/status/incident.ts';
import type { ProbesReader } from '../../domain/status/probes.ts';
import type { RouteStatusReader } from '../../domain/status/status-store.ts';
import type { IncidentsReader } from '../../domain/status/status-board.ts';

/** One page of a list that runs from the newest to the oldest row. */
export interface NewsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** How far an announcement is that goes out by mail. */
export interface NewsMailingState {
  /** `waiting`: no mail is sent yet. `sent`: none of its mails waits any more. */
  readonly state: 'waiting' | 'sending' | 'sent';
  /** Made, and on their way. */
  readonly waiting: number;
  readonly sent: number;
  /** Given up, or refused by the mailbox. */
  readonly failed: number;
}

/** Unsubscribed addresses, known only by their marks. */
export interface NewsRefusals {
  /** The unsubscribed ones of these marks. */
  among(marks: readonly string[]): Promise<ReadonlySet<string>>;
  refuse(mark: string, atMs: number, audit: AuditEntry): Promise<void>;
  accept(mark: string, audit: AuditEntry): Promise<void>;
}

/** Announcements, as operators keep them. */
export interface AnnouncementsStore extends NewsStore {
  find(id: string): Promise<Announcement | null>;
  /** Newest first. */
  list(page: NewsPage): Promise<readonly Announcement[]>;
  create(announcement: Announcement, audit: AuditEntry, once: OnceMark | null): Promise<void>;
  /** No further mail of a withdrawn one is sent. */
  update(announcement: Announcement, audit: AuditEntry): Promise<void>;
  /** Of those sent by mail. */
  mailings(ids: readonly string[]): Promise<ReadonlyMap<string, NewsMailingState>>;
}

/** Incidents, as operators describe them. */
export interface IncidentsStore extends IncidentsReader {
  find(id: string): Promise<Incident | null>;
  create(incident: Incident, audit: AuditEntry, once: OnceMark | null): Promise<void>;
  /** Of an open one, with the current update. */
  update(
    incident: Incident,
    told: { readonly update: IncidentUpdate; readonly audit: AuditEntry; readonly once: OnceMark | null },
  ): Promise<void>;
}

/** Our own calls to models, and the excluded models. */
export interface ProbesStore extends ProbesReader {
  choose(model: string, isProbed: boolean, audit: AuditEntry): Promise<void>;
}

/** Storage of public news, and of the state of routes. */
export interface NewsStores {
  readonly announcements: AnnouncementsStore;
  readonly newsRefusals: NewsRefusals;
  readonly incidents: IncidentsStore;
  readonly routeStatus: RouteStatusReader;
  readonly probes: ProbesStore;
}
