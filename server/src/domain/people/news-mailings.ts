import type { Locale } from '@tollgate/contract/enumerations';
import type { OutgoingMail } from './outgoing-mail.ts';

type InBothLanguages = Readonly<Record<Locale, string>>;

/** An announcement that goes out by mail, and how far that is. */
export interface NewsMailing {
  readonly id: string;
  readonly title: InBothLanguages;
  /** Plain text: an empty line begins a paragraph. */
  readonly text: InBothLanguages;
  /** For maintenance; else `null`. */
  readonly window: { readonly fromMs: number; readonly untilMs: number } | null;
  /** The last recipient so far; `null`: at the beginning. */
  readonly through: string | null;
}

/** Recipients of the next mails. */
export interface NewsReaders {
  /** Ids of members of accounts. */
  readonly people: readonly string[];
  /** Of accounts without members. */
  readonly addresses: readonly { readonly address: string; readonly locale: Locale | null }[];
  /** The last recipient of this step. */
  readonly through: string;
  readonly isEnd: boolean;
}

/** Announcements that are sent by mail: exactly who has theirs is known, even if a process dies in between. */
export interface NewsMailings {
  /** Published, not withdrawn, with mail, and with mails still to be created. */
  due(nowMs: number): Promise<readonly NewsMailing[]>;
  /** Mails of an announcement that are not out, and those among them that could be sent now. */
  waiting(announcementId: string, nowMs: number): Promise<{ readonly all: number; readonly due: number }>;
  readersBehind(through: string | null, limit: number): Promise<NewsReaders>;
  /** Queues the mails and records the last recipient, or neither. `false`: another node was faster, or it was withdrawn. */
  put(mailing: NewsMailing, through: string, mails: readonly OutgoingMail[]): Promise<boolean>;
  /** Records how many mails were sent for announcements whose mails are all created, once none waits any more. */
  settle(nowMs: number): Promise<void>;
}
