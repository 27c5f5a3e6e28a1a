import type { Locale } from '@tollgate/contract/enumerations';
import type { OutgoingMail } from './outgoing-mail.ts';

/** An in-site message that people are told by mail, too. */
export interface DueNotice {
  readonly id: bigint;
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly locale: Locale | null;
  };
  readonly key: { readonly id: string; readonly remark: string };
  readonly kind: string;
  readonly params: Readonly<Record<string, string>>;
  /** Of spending, by its name. */
  readonly window: string;
  readonly createdAtMs: number;
}

export interface DueNotices {
  /** Oldest first. */
  list(limit: number): Promise<readonly DueNotice[]>;
  /** The people who look after an account. */
  managersOf(accountId: string): Promise<readonly string[]>;
  /** Puts the mails and takes the mark away, or neither; nothing where another node was sooner. */
  mailed(id: bigint, mails: readonly OutgoingMail[]): Promise<void>;
}
