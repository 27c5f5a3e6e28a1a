import type { CompiledQuery } from 'kysely';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { CallRecord, NoticeDraft, OpenMark } from '../domain/books/call-record.ts';
import type { StrayRefusal } from '../domain/books/books.ts';

/** The entries that one group commit makes durable, in one transaction. */
export interface CallGroup {
  readonly closed: readonly CallRecord[];
  readonly notices: readonly NoticeDraft[];
  /** Calls still open when the group was taken. */
  readonly opened: readonly OpenMark[];
  readonly strays: readonly StrayRefusal[];
}

/** A statement that must have touched at least one row, or the whole unit is rolled back. */
export interface UnitStatement {
  readonly query: CompiledQuery;
  /** Fails the unit with {@link UnitConflict} carrying this name when no row was written. */
  readonly mustWrite?: string;
}

export class UnitConflict extends Error {
  override readonly name = 'UnitConflict';
  readonly statement: string;
  constructor(statement: string) {
    super(`nothing was written by "${statement}"`);
    this.statement = statement;
  }
}

/** Reads that all see the database at one and the same moment. */
export interface Snapshot {
  read(query: CompiledQuery): Promise<readonly Record<string, unknown>[]>;
}

/** The findings in the pages of one database file. */
export interface FileCheck {
  readonly file: string;
  /** That were read; `null`: they could not be read in time. */
  readonly pages: number | null;
  /** The database's findings; empty if the file is intact. */
  readonly found: readonly string[];
}

/**
 * A database as the stores see it. Queries are compiled by Kysely for the engine's own SQL; writes are closed units, never interactive
 * transactions, so a group commit can never be lost to another caller's rollback.
 */
export interface Engine {
  readonly sql: 'sqlite' | 'postgres';
  /**
   * `hot`: first-use loads on the request path, and short queries of due work, every few seconds. `reports`: pages, exports, audit. Integers
   * come back as bigint.
   */
  read(lane: 'hot' | 'reports', query: CompiledQuery): Promise<readonly Record<string, unknown>[]>;
  /** Runs `use` over one moment of the database, on the reports lane; a long report neither blocks writers nor sees them. */
  snapshot<Result>(use: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /** One transaction: all statements, then the audit entries (hash-chained). Answers rows written per statement. */
  write(unit: readonly UnitStatement[], audit: readonly AuditEntry[]): Promise<readonly number[]>;
  /**
   * For engines on which others wait: like `write` without audit entries, but in parallel, so that a slow unit delays nothing else, heartbeats
   * least of all.
   */
  writeSlowly?(unit: readonly UnitStatement[]): Promise<readonly number[]>;
  /**
   * One transaction: `insert calls … on conflict do nothing`; only inserted rows add to `usage_hours`; closes marks, writes marks, notices,
   * strays. Returns the ids that lost against an earlier row.
   */
  commitGroup(group: CallGroup, incarnation: string): Promise<{ readonly duplicates: readonly string[] }>;
  /**
   * Engines that several processes share: runs `change` while no other process runs one. What it has read is then still
   * true when it writes.
   */
  exclusively?<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Engines that keep the log in parts by day: makes those of the next days. To be called at least daily. */
  keepPartitions?(nowMs: number): Promise<void>;
  /**
   * Engines that keep the log in parts by day: removes every part in which all rows are of days up to `day` (YYYYMMDD), so
   * that rows may stay up to a day longer. Answers the rows removed.
   */
  dropCallsThrough?(day: bigint): Promise<number>;
  /** Checks for damaged pages, in the background; an engine on a server returns what the server noticed by itself. */
  checkFiles?(): Promise<readonly FileCheck[]>;
  /** Online copy into a new file (embedded) or a refusal naming the right tool (servers). */
  backup(path: string, onProgress?: (donePages: number, allPages: number) => void): Promise<void>;
  close(): Promise<void>;
}
