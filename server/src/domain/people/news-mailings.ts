import type { Locale } from '@tollgate/contract/enumerations';
import type { OutgoingMail } from './outgoing-mail.ts';

type InBothLanguages = Readonly<Record<Locale, string>>;

/** An announcement that goes out by mail, and how far that is. */
export interface NewsMailing {
  readonly id: string;
  readonly title: InBothLanguages;
  /** Plain text: an empty line begins a paragraph. */
  readonly text: InBothLanguages;
  /** Of maintenance; else `null`. */
  readonly window: { readonly fromMs: number; readonly untilMs: number } | null;
  /** Behind whom it goes on; `null`: at the beginning. */
  readonly through: string | null;
}

/** Whom the next mails are for. */
export interface NewsReaders {
  /** Ids of members of accounts. */
  readonly people: readonly string[];
  /** Of accounts without members. */
  readonly addresses: readonly { readonly address: string; readonly locale: Locale | null }[];
  /** Behind whom it goes on then. */
  readonly through: string;
  readonly isEnd: boolean;
}

/** Announcements that go out by mail: who has theirs is known exactly, whatever dies in between. */
export interface NewsMailings {
  /** Published ones that ask for mail, stand, and of which not every mail is made. */
  due(nowMs: number): Promise<readonly NewsMailing[]>;
  /** Mails of an announcement that are not out, and those among them that could be sent now. */
  waiting(announcementId: string, nowMs: number): Promise<{ readonly all: number; readonly due: number }>;
  readersBehind(through: string | null, limit: number): Promise<NewsReaders>;
  /** Puts the mails and the mark behind whom it goes on, or neither. `false`: another node was sooner, or it was withdrawn. */
  put(mailing: NewsMailing, through: string, mails: readonly OutgoingMail[]): Promise<boolean>;
  /** Says of those whose mails were all made how many went out, once none waits any more. */
  settle(nowMs: number): Promise<void>;
}
