/** Work that must be done although its requester does not wait for it. */
export interface QueueItemDraft {
  readonly queue: string;
  /** Any JSON value. */
  readonly payload: unknown;
  /** Only the first item of a queue with this key is queued, until that one is purged. */
  readonly dedupeKey?: string;
  /** Delay before the first attempt. */
  readonly afterMs?: number;
}

/** One attempt at an item. */
export interface ClaimedItem {
  readonly id: bigint;
  readonly queue: string;
  /** JSON. */
  readonly payload: string;
  /** Number of attempts started, including this one. */
  readonly attempts: number;
  /** A holder that has lost its claim can no longer write to the item. */
  readonly claim: string;
}

export const queueItemStates = ['waiting', 'running', 'done', 'dead'] as const;
export type QueueItemState = (typeof queueItemStates)[number];

/**
 * The items of all queues, as one process start sees them. A write to a claimed item returns `false`, and changes nothing, if the claim is
 * no longer current.
 */
export interface QueueItems {
  /** Returns `false` if an item with this key already exists. */
  put(draft: QueueItemDraft): Promise<boolean>;
  /** Starts attempts at this many due items of each queue, longest overdue first. Returns the number claimed. */
  claim(wanted: readonly { readonly queue: string; readonly count: number }[]): Promise<number>;
  /** The items claimed by this process start. */
  held(queues: readonly string[]): Promise<readonly ClaimedItem[]>;
  /** The items claimed by process starts that have certainly ended. */
  orphaned(queues: readonly string[]): Promise<readonly ClaimedItem[]>;
  /** Limits the wait of items that a wrong clock has postponed by more than a day. Returns their number. */
  bringForward(queues: readonly string[]): Promise<number>;
  progress(item: ClaimedItem, json: string): Promise<boolean>;
  done(item: ClaimedItem, resultJson: string): Promise<boolean>;
  retry(item: ClaimedItem, next: { readonly afterMs: number; readonly reason: string }): Promise<boolean>;
  /** Ends the item without another attempt. */
  bury(item: ClaimedItem, reason: string): Promise<boolean>;
  /** The attempt does not count, and the next may start immediately. */
  giveBack(item: ClaimedItem): Promise<boolean>;
}
