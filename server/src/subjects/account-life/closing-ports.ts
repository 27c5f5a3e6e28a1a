import type { AccountStatus } from '@tollgate/contract/enumerations';
import type { ClosingState } from '@tollgate/contract/account-life/closing';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { AccountFreeze } from '../../domain/tenants/tenant-records.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';

/** An account on its way out. */
export interface Closing {
  readonly accountId: string;
  readonly state: ClosingState;
  /** Status of the account, to be restored. */
  readonly statusBefore: AccountStatus;
  readonly requestedAtMs: number;
  /** Until then it can be undone. */
  readonly dueAtMs: number;
  readonly remindedAtMs: number | null;
  readonly notifiedAtMs: number | null;
  readonly closedAtMs: number | null;
  /** Why an operator says that nothing is left to be paid out. */
  readonly settled: string | null;
  /** The trouble that operators were notified of. */
  readonly notifiedOf: ClosingTrouble | null;
}

/** Why a remainder is not refunded automatically: an operator has rejected it, or it requires a bank account. */
export type ClosingTrouble = 'rejected' | 'unpayable';

/** Rows written with a step. */
export interface ClosingNews {
  readonly audit: AuditEntry | null;
  readonly notice?: AccountNotice | undefined;
  readonly mails?: readonly OutgoingMail[] | undefined;
}

/** The person whose data is erased, and what to search for. */
export interface Erasure {
  readonly accountId: string;
  /** Mail addresses of members, of invitations and of the account, in lower case. */
  readonly addresses: readonly string[];
  /** Among them, people without any other account: all their mails are deleted. */
  readonly forgotten: readonly string[];
  /** Names of people. */
  readonly names: readonly string[];
}

export interface ClosingsPage {
  readonly limit: number;
  /** When it is due, and the account. */
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** Each step is one unit and happens once: it states its initial state, and returns `false` if that is over. */
export interface ClosingsStore {
  find(accountId: string): Promise<Closing | null>;
  /** The running ones, soonest due first; or the ended ones, newest first. */
  list(state: 'open' | 'closed', page: ClosingsPage): Promise<readonly Closing[]>;
  /** With the account put out of use; `false`: it is closing already. */
  begin(closing: Closing, news: ClosingNews): Promise<boolean>;
  /** The account is as before; `false`: it is too late, or another request was faster. */
  takeBack(accountId: string, news: ClosingNews): Promise<boolean>;
  /** The account stays frozen when its closing is undone; `false`: it would anyway, or it cannot be undone any more. */
  staysDisabled(accountId: string, freeze: AccountFreeze, news: ClosingNews): Promise<boolean>;
  remind(accountId: string, atMs: number, news: ClosingNews): Promise<boolean>;
  hasten(accountId: string, dueAtMs: number, news: ClosingNews): Promise<boolean>;
  settle(accountId: string, why: string, news: ClosingNews): Promise<boolean>;
  /** Whether operators are to be notified: once, and once a day while it lasts. */
  markNotified(accountId: string, trouble: ClosingTrouble, atMs: number): Promise<boolean>;
  move(
    step: { readonly accountId: string; readonly from: ClosingState; readonly to: ClosingState; readonly atMs: number },
    news: ClosingNews,
  ): Promise<boolean>;
  /** Mails of the end that are still to leave. */
  mailsWaiting(accountId: string): Promise<number>;
  /** Erases personal data of the account; the state is then `forgetting`. Data that the law keeps stays. */
  erase(erasure: Erasure): Promise<boolean>;
  /** Invoice requests of an account that are under way. */
  invoicesUnderWay(accountId: string): Promise<number>;
  openOrders(accountId: string): Promise<readonly string[]>;
}
