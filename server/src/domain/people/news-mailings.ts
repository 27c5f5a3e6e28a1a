import type { Locale } from '@tollgate/contract/enumerations';
import type { OutgoingMail } from './outgoing-mail.ts';

type InBothLanguages = Readonly<Record<Locale, string>>;

/** An announcement that is sent by mail, and the progress of the mailing. */
export interface NewsMailing {
  readonly id: string;
  readonly title: InBothLanguages;
  /** Plain text; an empty line starts a new paragraph. */
  readonly text: InBothLanguages;
  /** Set for maintenance; otherwise `null`. */
  readonly window: { readonly fromMs: number; readonly untilMs: number } | null;
  /** The last recipient so far; `null` at the beginning. */
  readonly through: string | null;
}

/** Recipients of the next mails. */
export interface NewsReaders {
  /** IDs of members of accounts. */
  readonly people: readonly string[];
  /** Addresses of accounts without members. */
  readonly addresses: readonly { readonly address: string; readonly locale: Locale | null }[];
  /** The last recipient in this step. */
  readonly through: string;
  readonly isEnd: boolean;
}

/** Announcements that are sent by mail. The recipients so far are known exactly, even if a process dies in between. */
export interface NewsMailings {
  /** Published, not withdrawn, with mail, and with mails still to be created. */
  due(nowMs: number): Promise<readonly NewsMailing[]>;
  /** The number of an announcement's mails that are not sent, and of those that could be sent now. */
  waiting(announcementId: string, nowMs: number): Promise<{ readonly all: number; readonly due: number }>;
  readersBehind(through: string | null, limit: number): Promise<NewsReaders>;
  /**
   * Queues the mails and records the last recipient, or does neither. Returns `false` if another node was faster, or the announcement was
   * withdrawn.
   */
  put(mailing: NewsMailing, through: string, mails: readonly OutgoingMail[]): Promise<boolean>;
  /** Once no mail waits, records how many were sent for announcements whose mails are all created. */
  settle(nowMs: number): Promise<void>;
}
