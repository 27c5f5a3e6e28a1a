import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notice, NoticesStore } from './notice-ports.ts';
import type { FeedItem, Following } from './notice-ports.ts';

/** Interval of database queries, which serve any number of listeners. */
const lookEveryMs = 1000;

const aliveEveryMs = 15_000;

/** A listener reconnects after this time and is authenticated again. */
const listeningMaxMs = 5 * 60_000;

/** Allows one tab for each of many colleagues. An abandoned connection counts until the next keep-alive message. */
const listenersPerAccount = 100;

const listenersPerNode = 500;

/** Maximum queue of a slow reader. Beyond it, the reader is disconnected and reconnects with its last number. */
const waitingMax = 100;

/** A message with a lower number can be committed later, so each query goes back this many numbers. */
const overlap = 500n;

const rowsPerLook = 2000;

interface Listener {
  readonly accountId: string;
  /** Messages up to this number are not sent. */
  readonly floor: bigint;
  readonly seen: Set<bigint>;
  readonly endsAtMs: number;
  waiting: FeedItem[];
  quietSinceMs: number;
  isOver: boolean;
  wake: () => void;
}

export interface NoticeFeedOptions {
  readonly notices: Pick<NoticesStore, 'newestId' | 'after'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Streams the messages of an account to its listeners, from any node. */
export class NoticeFeed {
  readonly #options: NoticeFeedOptions;
  readonly #listeners = new Set<Listener>();
  #stopLooking: (() => void) | null = null;
  #isLooking = false;
  #isAway = false;
  #newest = 0n;
  #isClosed = false;

  constructor(options: NoticeFeedOptions) {
    this.#options = options;
  }

  /**
   * @param afterId number of the last message that the listener has; `null` for new messages only.
   * @throws {ApiError} if there are too many listeners.
   */
  async subscribe(accountId: string, afterId: bigint | null): Promise<Following> {
    const ofAccount = [...this.#listeners].filter((one) => one.accountId === accountId).length;
    if (ofAccount >= listenersPerAccount || this.#listeners.size >= listenersPerNode) throw refusal('pages_listening_full');
    const nowMs = this.#options.clock.monotonicMs();
    const listener: Listener = {
      accountId,
      floor: 0n,
      seen: new Set(),
      waiting: [],
      quietSinceMs: nowMs,
      isOver: this.#isClosed,
      wake: () => undefined,
      endsAtMs: nowMs + listeningMaxMs,
    };
    // Counts from here on, because the following steps wait for the database.
    this.#listeners.add(listener);
    try {
      return this.#following(listener, this.#listen(await this.#begin(listener, afterId)));
    } catch (error) {
      this.#leave(listener);
      throw error;
    }
  }

  /** Disconnects all listeners. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) this.#end(listener);
  }

  async #begin(listener: Listener, afterId: bigint | null): Promise<Listener> {
    const { notices, clock } = this.#options;
    const newest = await notices.newestId();
    const from = afterId ?? newest;
    const floor = from - overlap;
    const rows = await notices.after([listener.accountId], floor, rowsPerLook);
    for (const { id } of rows) listener.seen.add(id);
    const begun = Object.assign(listener, { floor, waiting: rows.filter(({ id }) => id > from).slice(-waitingMax) });
    if (newest > this.#newest) this.#newest = newest;
    this.#stopLooking ??= clock.every(lookEveryMs, () => {
      void this.#look();
    });
    return begun;
  }

  async *#listen(listener: Listener): AsyncGenerator<FeedItem, void, undefined> {
    try {
      for (;;) {
        const items = listener.waiting;
        listener.waiting = [];
        yield* items;
        if (listener.isOver) return;
        if (listener.waiting.length > 0) continue;
        await new Promise<void>((resolve) => {
          listener.wake = resolve;
        });
      }
    } finally {
      this.#leave(listener);
    }
  }

  /** A generator that was never advanced ends without running its `finally`. */
  #following(listener: Listener, items: AsyncGenerator<FeedItem, void, undefined>): Following {
    return {
      [Symbol.asyncIterator]: () => items,
      stop: () => {
        this.#end(listener);
      },
    };
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = null;
  }

  #end(listener: Listener): void {
    this.#leave(listener);
    listener.isOver = true;
    listener.wake();
  }

  #tell(listener: Listener, item: FeedItem, nowMs: number): void {
    listener.quietSinceMs = nowMs;
    listener.waiting.push(item);
    if (listener.waiting.length > waitingMax) this.#end(listener);
    else listener.wake();
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const floor = this.#newest - overlap;
      const accountIds = [...new Set([...this.#listeners].map(({ accountId }) => accountId))];
      if (accountIds.length > 0) this.#spread(await this.#options.notices.after(accountIds, floor, rowsPerLook), floor);
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#options.logger.warn({ reason: String(error) }, 'could not load messages');
      this.#isAway = true;
    } finally {
      this.#isLooking = false;
    }
  }

  #spread(rows: readonly Notice[], floor: bigint): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const listener of this.#listeners) {
      const isNew = ({ id, accountId }: Notice): boolean =>
        accountId === listener.accountId && id > listener.floor && !listener.seen.has(id);
      for (const row of rows.filter(isNew)) {
        listener.seen.add(row.id);
        this.#tell(listener, row, nowMs);
      }
      for (const id of listener.seen) if (id <= floor) listener.seen.delete(id);
      if (nowMs - listener.quietSinceMs >= aliveEveryMs) this.#tell(listener, 'alive', nowMs);
      if (nowMs >= listener.endsAtMs) this.#end(listener);
    }
    const last = rows.at(-1)?.id ?? 0n;
    if (last > this.#newest) this.#newest = last;
  }
}
