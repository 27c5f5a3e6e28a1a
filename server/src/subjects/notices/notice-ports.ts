import type { NoticeDraft } from '../../domain/books/call-record.ts';
import type { Page } from '../../control/page-ports.ts';

export interface Notice {
  readonly id: bigint;
  readonly accountId: string;
  readonly keyId: string;
  readonly window: string;
  readonly kind: string;
  readonly text: string;
  /** Parameters of the text; empty for versions that stored only the text. */
  readonly params: Readonly<Record<string, string>>;
  /** The related page of the console; `null` for the page of its key or sub-account. */
  readonly link: string | null;
  /** The current remark of the key. */
  readonly keyRemark: string | null;
  readonly createdAtMs: number;
  readonly readAtMs: number | null;
}

export interface NoticesFilter {
  readonly accountId: string;
  readonly isUnread?: boolean | undefined;
}

/** The messages to mark as read: all messages of an account by default, only `ids`, or those up to `upTo`. */
export interface NoticesToMark {
  readonly ids?: readonly bigint[] | undefined;
  readonly upTo?: bigint | undefined;
}

export interface NoticesStore {
  list(filter: NoticesFilter, page: Page<bigint>): Promise<readonly Notice[]>;
  /** Counts up to `max`, which is enough for a badge. */
  countUnread(accountId: string, max: number): Promise<number>;
  /** Returns how many of the messages were unread. */
  markRead(accountId: string, which: NoticesToMark, atMs: number): Promise<number>;
  /** The number of the newest message of all accounts; 0 if there is none. */
  newestId(): Promise<bigint>;
  /** Messages with a number after `id`, for several accounts at once, oldest first. */
  after(accountIds: readonly string[], id: bigint, limit: number): Promise<readonly Notice[]>;
  /** Adds the notices that are new; they are unique per window, kind and arming. */
  add(drafts: readonly NoticeDraft[]): Promise<void>;
}

/** `alive`: no message, but the connection is alive. */
export type FeedItem = Notice | 'alive';

/** The subscription of a listener. */
export interface Following extends AsyncIterable<FeedItem> {
  /** Ends the subscription, even if reading never started. */
  stop(): void;
}

/** Delivers messages as they arrive. */
export interface NoticeFollower {
  /**
   * Subscribes to the messages of an account after a number; `null` for new ones only. @throws {ApiError} if there are too many listeners
   */
  subscribe(accountId: string, afterId: bigint | null): Promise<Following>;
  close(): void;
}
