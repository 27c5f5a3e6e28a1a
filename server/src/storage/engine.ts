import type { CompiledQuery } from 'kysely';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { CallRecord, NoticeDraft, OpenMark } from '../domain/books/call-record.ts';
import type { StrayRefusal } from '../domain/books/books.ts';

/** The entries that one group commit makes durable, in one transaction. */
export interface CallGroup {
  readonly closed: readonly CallRecord[];
  readonly notices: readonly NoticeDraft[];
  /** Calls that were still open when the group was taken. */
  readonly opened: readonly OpenMark[];
  readonly strays: readonly StrayRefusal[];
}

/** A statement of a unit. With `mustWrite`, it must write at least one row, or the whole unit is rolled back. */
export interface UnitStatement {
  readonly query: CompiledQuery;
  /** If no row was written, the unit fails with a {@link UnitConflict} of this name. */
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

/** Reads that all see the database as of the same moment. */
export interface Snapshot {
  read(query: CompiledQuery): Promise<readonly Record<string, unknown>[]>;
}

/** The result of checking one database file. */
export interface FileCheck {
  readonly file: string;
  /** The number of pages read; `null` if they could not be read in time. */
  readonly pages: number | null;
  /** The database's error messages; empty if the file is intact. */
  readonly found: readonly string[];
}

/**
 * A database as the stores use it. Queries are compiled by Kysely for the engine's own SQL. Writes are complete units, never interactive
 * transactions, so no other caller's rollback can undo a group commit.
 */
export interface Engine {
  readonly sql: 'sqlite' | 'postgres';
  /**
   * `hot`: loads on first use in the request path, and short queries for due work every few seconds. `reports`: pages, exports, audits.
   * Integers are returned as bigint.
   */
  read(lane: 'hot' | 'reports', query: CompiledQuery): Promise<readonly Record<string, unknown>[]>;
  /** Runs `use` on one moment of the database, in the reports lane. A long report neither blocks writers nor sees their changes. */
  snapshot<Result>(use: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /** Runs one transaction: all statements, then the audit entries (hash-chained). Returns the number of rows written per statement. */
  write(unit: readonly UnitStatement[], audit: readonly AuditEntry[]): Promise<readonly number[]>;
  /**
   * Only for engines with parallel writers: like `write` without audit entries, but on a separate connection, so that a slow unit delays
   * nothing else, above all no heartbeats.
   */
  writeSlowly?(unit: readonly UnitStatement[]): Promise<readonly number[]>;
  /**
   * Runs one transaction: `insert calls … on conflict do nothing`, where only inserted rows add to `usage_hours`; then removes closed marks
   * and writes new marks, notices and strays. Returns the IDs that already had a row.
   */
  commitGroup(group: CallGroup, incarnation: string): Promise<{ readonly duplicates: readonly string[] }>;
  /**
   * Only for engines that several processes share: runs `change` while no other process runs one. What it has read is then still true when
   * it writes.
   */
  exclusively?<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Only for engines that partition the log by day: creates the partitions of the next days. Call it at least daily. */
  keepPartitions?(nowMs: number): Promise<void>;
  /**
   * Only for engines that partition the log by day: drops every partition whose rows are all of days up to `day` (YYYYMMDD). Rows may
   * therefore stay up to a day longer. Returns the number of rows removed.
   */
  dropCallsThrough?(day: bigint): Promise<number>;
  /** Checks for damaged pages in the background. For a database server, returns the damage that the server noticed itself. */
  checkFiles?(): Promise<readonly FileCheck[]>;
  /** An online copy into a new file (embedded), or a refusal that names the right tool (servers). */
  backup(path: string, onProgress?: (donePages: number, allPages: number) => void): Promise<void>;
  close(): Promise<void>;
}
