import type { InvoiceState, InvoiceType, LicenceType, VerificationState } from '@tollgate/contract/invoicing/invoicing';
import type { NanoCny } from '@tollgate/contract/money';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type {
  Invoice,
  InvoiceDelivery,
  InvoiceFile,
  InvoiceIssue,
  InvoiceReversal,
  InvoiceStep,
  InvoiceTitle,
} from './rules/invoice.ts';
import type { WorkingYear } from './rules/working-calendar.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { OnceMark } from '../../control/once-ports.ts';

/** One page of a list by time: at most `limit` rows after `after`, or the first rows. */
interface TimePage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** A recipient of invoices, with its usual delivery address. */
export interface TitleRecord {
  readonly id: string;
  readonly accountId: string;
  readonly title: InvoiceTitle;
  readonly delivery: InvoiceDelivery;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface InvoiceTitlesStore {
  /** Oldest first. */
  ofAccount(accountId: string): Promise<readonly TitleRecord[]>;
  find(id: string): Promise<TitleRecord | null>;
  /** Creates or replaces a title. */
  put(record: TitleRecord, audit: AuditEntry): Promise<void>;
  remove(id: string, audit: AuditEntry): Promise<void>;
}

export interface VerificationRecord {
  readonly id: string;
  readonly accountId: string;
  readonly state: VerificationState;
  readonly name: string;
  readonly taxNumber: string;
  readonly licence: { readonly object: string; readonly mediaType: LicenceType; readonly bytes: number } | null;
  readonly requestedBy: string;
  readonly createdAtMs: number;
  readonly submittedAtMs: number | null;
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
  readonly reason: string | null;
}

/** Rows written in the same transaction as a change. */
export interface ChangeEffects {
  /** `null` if the account made the change itself and needs no notification. */
  readonly notice: AccountNotice | null;
  readonly mails: readonly OutgoingMail[];
  readonly audit: AuditEntry;
  /** Idempotency mark, for requests that must run only once. */
  readonly mark?: OnceMark | null;
}

export interface VerificationsStore {
  find(id: string): Promise<VerificationRecord | null>;
  /** Newest first. */
  ofAccount(accountId: string, limit: number): Promise<readonly VerificationRecord[]>;
  /** The verified enterprise of an account. */
  inForce(accountId: string): Promise<VerificationRecord | null>;
  /** Oldest first. */
  queue(state: VerificationState, page: TimePage): Promise<readonly VerificationRecord[]>;
  /** `false`: a verification is already in progress. */
  begin(record: VerificationRecord, audit: AuditEntry): Promise<boolean>;
  /**
   * Writes the new state if the current one is `from`. An approved verification replaces an earlier one. `false`: the state was different.
   */
  move(record: VerificationRecord, from: VerificationState, told: ChangeEffects): Promise<boolean>;
}

export interface InvoicesFilter {
  readonly accountId?: string | undefined;
  readonly states?: readonly InvoiceState[] | undefined;
  readonly type?: InvoiceType | undefined;
  /** Part of the id in any case, or part of a number. */
  readonly search?: string | undefined;
}

/** An invoice as shown in lists. */
export type InvoiceRow = Omit<Invoice, 'files' | 'steps'>;

/** The rows written with a move. */
export interface InvoiceMoved {
  readonly id: string;
  /** Revision of the invoice on which the move is based. */
  readonly revision: number;
  /** In order; the last step is the current state. */
  readonly steps: readonly InvoiceStep[];
  readonly issue: InvoiceIssue | null;
  readonly reversal: InvoiceReversal | null;
  /** Number of the issued invoice or of the red-letter invoice. Numbers are unique. */
  readonly number?: string | null;
}

export interface InvoicesStore {
  /** Paid money used in closed hours according to the ledger, and the part that is invoiced or requested. */
  figures(accountId: string): Promise<{ readonly consumed: NanoCny; readonly issued: NanoCny; readonly requested: NanoCny }>;
  find(id: string): Promise<Invoice | null>;
  /** Newest first. */
  list(filter: InvoicesFilter, page: TimePage): Promise<readonly InvoiceRow[]>;
  /** Oldest first. */
  queue(filter: InvoicesFilter, page: TimePage): Promise<readonly InvoiceRow[]>;
  /** The steps of the invoices with these ids, in order. */
  stepsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly InvoiceStep[]>>;
  /**
   * Stores a request if its amount can still be invoiced; the check is part of the same transaction. `false`: it cannot, or the request
   * already exists.
   */
  request(invoice: InvoiceRow, told: ChangeEffects): Promise<boolean>;
  /** `not_moved`: another request changed the invoice first. */
  move(moved: InvoiceMoved, told: ChangeEffects): Promise<'moved' | 'not_moved' | 'number_taken'>;
  /** Stores a file of an approved request, replacing a file of the same format. `false`: the request is not approved. */
  putFile(id: string, file: InvoiceFile & { readonly atMs: number }, audit: AuditEntry): Promise<boolean>;
  /** Invoices with expired confirmation slips. */
  toVoid(atMs: number, limit: number): Promise<readonly string[]>;
}

export interface WorkingYearRecord extends WorkingYear {
  readonly source: string;
  readonly updatedAtMs: number;
}

export interface WorkingYearsStore {
  /** Sorted by year. */
  list(): Promise<readonly WorkingYearRecord[]>;
  put(record: WorkingYearRecord, audit: AuditEntry): Promise<void>;
}

/** Stores of the invoicing data. */
export interface InvoicingStores {
  readonly titles: InvoiceTitlesStore;
  readonly verifications: VerificationsStore;
  readonly invoices: InvoicesStore;
  readonly workingYears: WorkingYearsStore;
}
