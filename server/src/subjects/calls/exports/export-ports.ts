import type { Locale } from '@tollgate/contract/enumerations';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { MonthStatement } from '../../../domain/books/month-statement.ts';
import type { CallsFilter, TableFormat } from '../call-ports.ts';
import type { UsageExport } from '../usage/report-ports.ts';

/** Definition of the file; passed between threads and stored in the database. */
export interface CallsExport extends TableFormat {
  readonly timeZone: string;
  readonly filter: CallsFilter & { readonly accountId: string };
}

/** A statement to write; passed between threads. */
export interface StatementExport extends TableFormat {
  readonly timeZone: string;
  readonly accountName: string;
  /** Issuer of the statement: the service and the company that runs it. */
  readonly issuer: string;
  readonly statement: MonthStatement;
}

/** All data stored about an account, as a ZIP. */
export interface AccountDataExport {
  readonly format: 'zip';
  readonly locale: Locale;
  readonly timeZone: string;
  readonly accountId: string;
  /** The requester. The export includes the sign-ins of this member only. */
  readonly personId: string;
  /** First and last time of the included calls. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Personal data that is stored separately from accounts. Times are in ISO 8601. */
export interface PeopleInExport {
  readonly members: readonly Readonly<Record<string, string | null>>[];
  readonly signIns: readonly Readonly<Record<string, string | null>>[];
}

/** Passed between threads. */
export type AccountDataOrder = AccountDataExport & { readonly people: PeopleInExport };

/** `ready`: can be downloaded. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;
export type ExportState = (typeof exportStates)[number];

export interface ExportRecord<Order = CallsExport> {
  readonly id: string;
  readonly accountId: string;
  /** Set if the creator is limited to this sub-account. */
  readonly subAccountId: string | null;
  readonly madeBy: string;
  readonly order: Order;
  /** Small exports are written during the download; large ones are stored as a file. */
  readonly isDirect: boolean;
  readonly state: ExportState;
  /** Number of rows counted in time. */
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly bytes: number | null;
  readonly error: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** The path parameters of an export. */
export interface WhichExport {
  readonly accountId: string;
  readonly exportId: string;
}

export type AccountDataRecord = ExportRecord<AccountDataExport>;

export interface ExportsStore<Order = CallsExport> {
  /** Also queues the job that creates the file. `false`: another export of the account is being created. */
  begin(record: ExportRecord<Order>, audit?: readonly AuditEntry[]): Promise<boolean>;
  find(id: string): Promise<ExportRecord<Order> | null>;
  /** Newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<readonly ExportRecord<Order>[]>;
  /** Whether it was being created or could be downloaded. */
  cancel(id: string): Promise<boolean>;
  /** Reports the progress. `false`: the export was canceled. */
  progress(id: string, rows: number): Promise<boolean>;
  ended(id: string, end: { readonly rows: number; readonly bytes: number } | { readonly error: string }): Promise<void>;
}

/** Provides the content of exports. */
export interface ExportFiles {
  /** Whether storage has room for another file. */
  hasRoom(accountId: string): Promise<boolean>;
  /** Creates the content while it is read. @throws {ApiError} 429 if the maximum number is being written. */
  write(record: ExportRecord): AsyncIterable<Buffer>;
  /** Creates the content while it is read. @throws {ApiError} 429 if the maximum number is being written. */
  writeStatement(accountId: string, order: StatementExport): AsyncIterable<Buffer>;
  /** Creates the content while it is read. @throws {ApiError} 429 if the maximum number is being written. */
  writeUsage(order: UsageExport): AsyncIterable<Buffer>;
  /** A finished file; `null` if it was deleted. */
  open(record: ExportRecord): Promise<AsyncIterable<Buffer> | null>;
}

/** Files with all data about an account. A job creates them, never the download itself. */
export interface AccountDataFiles {
  hasRoom(accountId: string): Promise<boolean>;
  /** A finished file; `null` if it was deleted. */
  open(record: AccountDataRecord): Promise<AsyncIterable<Buffer> | null>;
}

export interface AccountDataParts {
  readonly store: ExportsStore<AccountDataExport>;
  readonly files: AccountDataFiles;
}
