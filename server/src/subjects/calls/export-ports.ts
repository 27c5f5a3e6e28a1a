import type { Locale } from '@tollgate/contract/enumerations';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { MonthStatement } from '../../domain/books/month-statement.ts';
import type { CallsFilter } from './call-ports.ts';
import type { UsageFilter } from './report-ports.ts';

/** The content of the file; passed between threads and stored in the database. */
export interface CallsExport {
  readonly format: 'xlsx' | 'csv';
  /** For CSV. */
  readonly encoding: 'utf-8' | 'gb18030';
  readonly locale: Locale;
  readonly timeZone: string;
  readonly filter: CallsFilter & { readonly accountId: string };
}

/** A statement that is to be written; it crosses from thread to thread. */
export interface StatementExport extends Pick<CallsExport, 'format' | 'encoding' | 'locale' | 'timeZone'> {
  readonly accountName: string;
  /** The issuer of the statement: the service, and the company behind it. */
  readonly issuer: string;
  readonly statement: MonthStatement;
}

/** Everything that is kept about an account, as a ZIP. */
export interface AccountDataExport {
  readonly format: 'zip';
  readonly locale: Locale;
  readonly timeZone: string;
  readonly accountId: string;
  /** The requester: of all members only their own sign-ins are included. */
  readonly personId: string;
  /** Calls from here on, and before it was asked for. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Data about people, which is kept apart from accounts. Times in ISO 8601. */
export interface PeopleInExport {
  readonly members: readonly Readonly<Record<string, string | null>>[];
  readonly signIns: readonly Readonly<Record<string, string | null>>[];
}

/** It crosses from thread to thread. */
export type AccountDataOrder = AccountDataExport & { readonly people: PeopleInExport };

/** Sums of usage that are to be written; it crosses from thread to thread. */
export interface UsageExport extends Pick<CallsExport, 'format' | 'encoding' | 'locale'> {
  readonly usage: UsageFilter & { readonly accountId: string };
}

/** `ready`: to be fetched. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;
export type ExportState = (typeof exportStates)[number];

export interface ExportRecord<Order = CallsExport> {
  readonly id: string;
  readonly accountId: string;
  /** Not null: created by a person who sees only this sub-account. */
  readonly subAccountId: string | null;
  readonly madeBy: string;
  readonly order: Order;
  /** Few rows are written when they are fetched; of many a file is made. */
  readonly isDirect: boolean;
  readonly state: ExportState;
  /** As far as counted. */
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly bytes: number | null;
  readonly error: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** An export as addresses name it. */
export interface WhichExport {
  readonly accountId: string;
  readonly exportId: string;
}

export type AccountDataRecord = ExportRecord<AccountDataExport>;

export interface ExportsStore<Order = CallsExport> {
  /** Together with the work of making a file of it. `false`: one of the account is being made. */
  begin(record: ExportRecord<Order>, audit?: readonly AuditEntry[]): Promise<boolean>;
  find(id: string): Promise<ExportRecord<Order> | null>;
  /** Newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<readonly ExportRecord<Order>[]>;
  /** Whether it was being made, or to be fetched. */
  cancel(id: string): Promise<boolean>;
  /** Reports the progress; `false`: it was cancelled. */
  progress(id: string, rows: number): Promise<boolean>;
  ended(id: string, end: { readonly rows: number; readonly bytes: number } | { readonly error: string }): Promise<void>;
}

/** The source of the bytes. */
export interface ExportFiles {
  /** Whether a file can be kept for them. */
  hasRoom(accountId: string): Promise<boolean>;
  /** Written while it is read. @throws {ApiError} 429 if the maximum number is being written. */
  write(record: ExportRecord): AsyncIterable<Buffer>;
  /** Written while it is read. @throws {ApiError} 429 if the maximum number is being written. */
  writeStatement(accountId: string, order: StatementExport): AsyncIterable<Buffer>;
  /** Written while it is read. @throws {ApiError} 429 if the maximum number is being written. */
  writeUsage(order: UsageExport): AsyncIterable<Buffer>;
  /** A finished file; `null` if it was deleted. */
  open(record: ExportRecord): Promise<AsyncIterable<Buffer> | null>;
}

/** Files of everything about an account, which are made by a job and never while they are fetched. */
export interface AccountDataFiles {
  hasRoom(accountId: string): Promise<boolean>;
  /** A finished file; `null` if it was deleted. */
  open(record: AccountDataRecord): Promise<AsyncIterable<Buffer> | null>;
}

export interface AccountDataParts {
  readonly store: ExportsStore<AccountDataExport>;
  readonly files: AccountDataFiles;
}
