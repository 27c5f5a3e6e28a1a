import type { SiteSettings } from '@tollgate/contract/site/site-settings';
import type { AuditEntry } from '../domain/books/audit-entry.ts';

/** The stored settings of the installation: names and their values as JSON. */
export interface SiteSettingsStore {
  all(): Promise<ReadonlyMap<string, string>>;
  /** All of it is one unit with its entry in the audit log. */
  put(values: ReadonlyMap<string, string>, audit: AuditEntry): Promise<void>;
}

/** The operator's settings of the installation, for the code that uses them. */
export interface SiteSettingsReader {
  /** The settings in force; a change on another node is known within a second. */
  read(): Promise<SiteSettings>;
  /** Never fails nor waits for long: while the database is unavailable, the last settings read, or the initial ones. */
  lastKnown(): Promise<SiteSettings>;
  /** Makes the next `read` load again. */
  forget(): void;
}
