import type { NoticeDraft } from '../../domain/books/call-record.ts';
import type { Page } from '../../control/page-ports.ts';

export interface Notice {
  readonly id: bigint;
  readonly accountId: string;
  readonly keyId: string;
  readonly window: string;
  readonly kind: string;
  readonly text: string;
  /** Parameters of its text; empty for versions that stored only the text. */
  readonly params: Readonly<Record<string, string>>;
  /** The page of the console about it; `null`: the one of its key or sub-account. */
  readonly link: string | null;
  /** The current remark of its key. */
  readonly keyRemark: string | null;
  readonly createdAtMs: number;
  readonly readAtMs: number | null;
}

export interface NoticesFilter {
  readonly accountId: string;
  readonly isUnread?: boolean | undefined;
}

export interface NoticesStore {
  list(filter: NoticesFilter, page: Page<bigint>): Promise<readonly Notice[]>;
  /** At most `max`, which is enough for a badge. */
  countUnread(accountId: string, max: number): Promise<number>;
  /** Up to and with `upTo`, or all; `one` marks that one alone. Answers how many were unread. */
  markRead(accountId: string, which: { readonly one: bigint } | { readonly upTo: bigint | null }, atMs: number): Promise<number>;
  /** The number of the newest of all accounts; 0 without any. */
  newestId(): Promise<bigint>;
  /** Behind a number, of many accounts at once, oldest first. */
  after(accountIds: readonly string[], id: bigint, limit: number): Promise<readonly Notice[]>;
  /** Adds those that were not sent before (unique per window, kind and arming). */
  add(drafts: readonly NoticeDraft[]): Promise<void>;
}

/** `alive`: nothing has happened, and the connection holds. */
export type FeedItem = Notice | 'alive';

/** The subscription of a listener. */
export interface Following extends AsyncIterable<FeedItem> {
  /** No listener is left, or ever began. */
  stop(): void;
}

/** Messages as they come. */
export interface NoticeFollower {
  /** Follows the messages of an account that come after one; `null`: from now on. @throws {ApiError} where too many do already */
  subscribe(accountId: string, afterId: bigint | null): Promise<Following>;
  close(): void;
}
