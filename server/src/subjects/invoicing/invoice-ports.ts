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

/** One page of a list by time: at most `limit` rows behind `after`, or the first ones. */
interface TimePage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** A recipient of invoices, and where they usually go. */
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
  /** Creates or replaces. */
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

/** Rows written together with a change, or not at all. */
export interface ChangeEffects {
  /** `null`: the account did it itself and needs no notification. */
  readonly notice: AccountNotice | null;
  readonly mails: readonly OutgoingMail[];
  readonly audit: AuditEntry;
  /** For a request that must be carried out once. */
  readonly mark?: OnceMark | null;
}

export interface VerificationsStore {
  find(id: string): Promise<VerificationRecord | null>;
  /** Newest first. */
  ofAccount(accountId: string, limit: number): Promise<readonly VerificationRecord[]>;
  /** The verified name of an account. */
  inForce(accountId: string): Promise<VerificationRecord | null>;
  /** Oldest first. */
  queue(state: VerificationState, page: TimePage): Promise<readonly VerificationRecord[]>;
  /** `false`: one is under way. */
  begin(record: VerificationRecord, audit: AuditEntry): Promise<boolean>;
  /** Writes the new state, if it was in `from`; an approved verification replaces an earlier one. `false`: it was not. */
  move(record: VerificationRecord, from: VerificationState, told: ChangeEffects): Promise<boolean>;
}

export interface InvoicesFilter {
  readonly accountId?: string | undefined;
  readonly states?: readonly InvoiceState[] | undefined;
  readonly type?: InvoiceType | undefined;
}

/** An invoice as it is listed. */
export type InvoiceRow = Omit<Invoice, 'files' | 'steps'>;

/** The rows written with a move. */
export interface InvoiceMoved {
  readonly id: string;
  /** Revision of the invoice that the move was decided on. */
  readonly revision: number;
  /** In order; the last is the current state. */
  readonly steps: readonly InvoiceStep[];
  readonly issue: InvoiceIssue | null;
  readonly reversal: InvoiceReversal | null;
  /** Number of the invoice that it issues, or of the red-letter one. Numbers are unique. */
  readonly number?: string | null;
}

export interface InvoicesStore {
  /** Paid money that was used in closed hours, as the ledger says, and what of it is on invoices or asked for. */
  figures(accountId: string): Promise<{ readonly consumed: NanoCny; readonly issued: NanoCny; readonly requested: NanoCny }>;
  find(id: string): Promise<Invoice | null>;
  /** Newest first. */
  list(filter: InvoicesFilter, page: TimePage): Promise<readonly InvoiceRow[]>;
  /** Oldest first. */
  queue(filter: InvoicesFilter, page: TimePage): Promise<readonly InvoiceRow[]>;
  /** The steps of the invoices with these ids, in order. */
  stepsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly InvoiceStep[]>>;
  /** Enters a request if its amount can still be invoiced, in the very unit. `false`: it cannot, or it was made before. */
  request(invoice: InvoiceRow, told: ChangeEffects): Promise<boolean>;
  /** `not_moved`: another request has moved it since. */
  move(moved: InvoiceMoved, told: ChangeEffects): Promise<'moved' | 'not_moved' | 'number_taken'>;
  /** Puts a file of an approved request, in place of an earlier one of its format. `false`: it is not approved. */
  putFile(id: string, file: InvoiceFile & { readonly atMs: number }, audit: AuditEntry): Promise<boolean>;
  /** Invoices whose confirmation slips are void. */
  toVoid(atMs: number, limit: number): Promise<readonly string[]>;
}

export interface WorkingYearRecord extends WorkingYear {
  readonly source: string;
  readonly updatedAtMs: number;
}

export interface WorkingYearsStore {
  /** In order. */
  list(): Promise<readonly WorkingYearRecord[]>;
  put(record: WorkingYearRecord, audit: AuditEntry): Promise<void>;
}

/** Everything of invoices that the database keeps. */
export interface InvoicingStores {
  readonly titles: InvoiceTitlesStore;
  readonly verifications: VerificationsStore;
  readonly invoices: InvoicesStore;
  readonly workingYears: WorkingYearsStore;
}
