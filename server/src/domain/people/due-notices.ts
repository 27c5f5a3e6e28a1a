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

/** About the cap of a key or a sub-account. */
export interface DueCapNotice extends AnyDueNotice {
  readonly about: 'cap';
  readonly key: { readonly id: string; readonly remark: string };
  /** Spending window, by its name. */
  readonly window: string;
  /** `false`: the account has turned off mails for used-up caps. */
  readonly isWanted: boolean;
}

/** Of any kind, to the account. */
export interface DueAccountNotice extends AnyDueNotice {
  readonly about: 'account';
  /** The page of the console about it. */
  readonly link: string;
}

/** An in-site message that is sent by mail as well. */
export type DueNotice = DueCapNotice | DueAccountNotice;

export interface DueNotices {
  /** Oldest first; of messages to accounts those of kinds that this version knows. */
  list(limit: number): Promise<readonly DueNotice[]>;
  /** Members of the whole account who have one of these roles. */
  membersOf(accountId: string, roles: readonly MemberRole[]): Promise<readonly string[]>;
  /** Puts the mails and takes the mark away, or neither; nothing where another node was sooner. */
  mailed(id: bigint, mails: readonly OutgoingMail[]): Promise<void>;
}
