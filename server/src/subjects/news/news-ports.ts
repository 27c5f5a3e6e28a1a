import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { Announcement } from '../../domain/news/announcement.ts';
import type { NewsStore } from '../../domain/news/news-board.ts';
import type { OnceMark } from '../../control/once-ports.ts';
import type { Incident, IncidentUpdate } from '../../domain/status/incident.ts';
import type { ProbesReader } from '../../domain/status/probes.ts';
import type { RouteStatusReader } from '../../domain/status/status-store.ts';
import type { IncidentsReader } from '../../domain/status/status-board.ts';

/** One page of a list, newest row first. */
export interface NewsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** The mailing progress of an announcement. */
export interface NewsMailingState {
  /** `waiting`: no mail is sent yet. `sent`: no mail waits any more. */
  readonly state: 'waiting' | 'sending' | 'sent';
  /** Created, but not sent yet. */
  readonly waiting: number;
  readonly sent: number;
  /** Given up, or refused by the recipient. */
  readonly failed: number;
}

/** Unsubscribed addresses, stored only as marks. */
export interface NewsRefusals {
  /** The marks that belong to unsubscribed addresses. */
  among(marks: readonly string[]): Promise<ReadonlySet<string>>;
  refuse(mark: string, atMs: number, audit: AuditEntry): Promise<void>;
  accept(mark: string, audit: AuditEntry): Promise<void>;
}

/** Announcements, as operators manage them. */
export interface AnnouncementsStore extends NewsStore {
  find(id: string): Promise<Announcement | null>;
  /** Newest first. */
  list(page: NewsPage): Promise<readonly Announcement[]>;
  create(announcement: Announcement, audit: AuditEntry, once: OnceMark | null): Promise<void>;
  /** Also stops unsent mails if the announcement is withdrawn. */
  update(announcement: Announcement, audit: AuditEntry): Promise<void>;
  /** Omits announcements that are not sent by mail. */
  mailings(ids: readonly string[]): Promise<ReadonlyMap<string, NewsMailingState>>;
}

/** Incidents, as operators manage them. */
export interface IncidentsStore extends IncidentsReader {
  find(id: string): Promise<Incident | null>;
  create(incident: Incident, audit: AuditEntry, once: OnceMark | null): Promise<void>;
  /** Updates an open incident and adds the current update. */
  update(
    incident: Incident,
    told: { readonly update: IncidentUpdate; readonly audit: AuditEntry; readonly once: OnceMark | null },
  ): Promise<void>;
}

/** Our own test calls to models, and the excluded models. */
export interface ProbesStore extends ProbesReader {
  choose(model: string, isProbed: boolean, audit: AuditEntry): Promise<void>;
}

/** Stores of public news and of route status. */
export interface NewsStores {
  readonly announcements: AnnouncementsStore;
  readonly newsRefusals: NewsRefusals;
  readonly incidents: IncidentsStore;
  readonly routeStatus: RouteStatusReader;
  readonly probes: ProbesStore;
}
