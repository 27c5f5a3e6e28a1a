import type { AccountStatus } from '@tollgate/contract/enumerations';
import type { ClosingState } from '@tollgate/contract/account-life/closing';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { AccountFreeze } from '../../domain/tenants/tenant-records.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';

/** The closure of an account. */
export interface Closing {
  readonly accountId: string;
  readonly state: ClosingState;
  /** Status of the account before the closure; restored if it is canceled. */
  readonly statusBefore: AccountStatus;
  readonly requestedAtMs: number;
  /** The closure can be canceled until this time. */
  readonly dueAtMs: number;
  readonly remindedAtMs: number | null;
  readonly notifiedAtMs: number | null;
  readonly closedAtMs: number | null;
  /** Reason given by an operator that nothing is left to pay out. */
  readonly settled: string | null;
  /** The problem that operators were notified of. */
  readonly notifiedOf: ClosingTrouble | null;
}

/** Why a remainder is not refunded automatically: an operator rejected it, or it requires a bank account. */
export type ClosingTrouble = 'rejected' | 'unpayable';

/** Rows written in the same transaction as a step. */
export interface ClosingNews {
  readonly audit: AuditEntry | null;
  readonly notice?: AccountNotice | undefined;
  readonly mails?: readonly OutgoingMail[] | undefined;
}

/** The data to erase: which account, and which personal texts to search for. */
export interface Erasure {
  readonly accountId: string;
  /** Mail addresses of members, of invitations and of the account, in lower case. */
  readonly addresses: readonly string[];
  /** Addresses of people without any other account; all their mails are deleted. */
  readonly forgotten: readonly string[];
  /** Names of people to search for. */
  readonly names: readonly string[];
}

export interface ClosingsPage {
  readonly limit: number;
  /** Position in the list: due time and account. */
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/**
 * Each step is one transaction and runs only once. It names its expected state and returns `false` if the closure is no longer in that
 * state.
 */
export interface ClosingsStore {
  find(accountId: string): Promise<Closing | null>;
  /** Open closures, soonest due first; or completed closures, newest first. */
  list(state: 'open' | 'closed', page: ClosingsPage): Promise<readonly Closing[]>;
  /** Starts a closure and disables the account. `false`: a closure is already in progress. */
  begin(closing: Closing, news: ClosingNews): Promise<boolean>;
  /** Restores the account. `false`: it is too late, or another request was faster. */
  takeBack(accountId: string, news: ClosingNews): Promise<boolean>;
  /** Keeps the account frozen if its closure is canceled. `false`: it is frozen already, or the closure can no longer be canceled. */
  staysDisabled(accountId: string, freeze: AccountFreeze, news: ClosingNews): Promise<boolean>;
  remind(accountId: string, atMs: number, news: ClosingNews): Promise<boolean>;
  hasten(accountId: string, dueAtMs: number, news: ClosingNews): Promise<boolean>;
  settle(accountId: string, why: string, news: ClosingNews): Promise<boolean>;
  /** Whether to notify operators now: once, then once a day while the problem lasts. */
  markNotified(accountId: string, trouble: ClosingTrouble, atMs: number): Promise<boolean>;
  move(
    step: { readonly accountId: string; readonly from: ClosingState; readonly to: ClosingState; readonly atMs: number },
    news: ClosingNews,
  ): Promise<boolean>;
  /** Number of unsent mails about the closure. */
  mailsWaiting(accountId: string): Promise<number>;
  /** Erases personal data of the account and moves the closure to `forgetting`. Data that must be kept by law remains. */
  erase(erasure: Erasure): Promise<boolean>;
  /** Open invoice requests of an account. */
  invoicesUnderWay(accountId: string): Promise<number>;
  openOrders(accountId: string): Promise<readonly string[]>;
}
