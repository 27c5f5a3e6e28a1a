import type { MemberRole } from '@tollgate/contract/people/rights';
import type { Locale } from '@tollgate/contract/enumerations';
import type { OutgoingMail } from './outgoing-mail.ts';

interface AnyDueNotice {
  readonly id: bigint;
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly locale: Locale | null;
  };
  readonly kind: string;
  readonly params: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
}

/** A message about the cap of a key or a sub-account. */
export interface DueCapNotice extends AnyDueNotice {
  readonly about: 'cap';
  readonly key: { readonly id: string; readonly remark: string };
  /** Spending window, by its name. */
  readonly window: string;
  /** `false`: the account has turned off mails for used-up caps. */
  readonly isWanted: boolean;
}

/** A message of any kind to the account. */
export interface DueAccountNotice extends AnyDueNotice {
  readonly about: 'account';
  /** The console page about it. */
  readonly link: string;
}

/** An in-site message that is sent by mail as well. */
export type DueNotice = DueCapNotice | DueAccountNotice;

export interface DueNotices {
  /** Oldest first. Messages to accounts are limited to the kinds that this version knows. */
  list(limit: number): Promise<readonly DueNotice[]>;
  /** Members of the whole account who have one of these roles. */
  membersOf(accountId: string, roles: readonly MemberRole[]): Promise<readonly string[]>;
  /** Queues the mails and removes the mark, or does neither. Has no effect if another node was faster. */
  mailed(id: bigint, mails: readonly OutgoingMail[]): Promise<void>;
}
