import type { SiteSettings } from '@tollgate/contract/site/site-settings';
import type { AuditEntry } from '../domain/books/audit-entry.ts';

/** The stored settings of the installation: names and their values as JSON. */
export interface SiteSettingsStore {
  all(): Promise<ReadonlyMap<string, string>>;
  /** All values are written in one unit, together with the audit log entry. */
  put(values: ReadonlyMap<string, string>, audit: AuditEntry): Promise<void>;
}

/** The operator's settings of the installation, for the code that uses them. */
export interface SiteSettingsReader {
  /** The settings in force. A change on another node is visible within a second. */
  read(): Promise<SiteSettings>;
  /** Never fails and never waits for long. While the database is unavailable, returns the last settings read, or the initial ones. */
  lastKnown(): Promise<SiteSettings>;
  /** Makes the next `read` load again. */
  forget(): void;
}
