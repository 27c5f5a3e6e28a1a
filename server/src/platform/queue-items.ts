/** Work that must be done although its requester does not wait. */
export interface QueueItemDraft {
  readonly queue: string;
  /** Anything that JSON can say. */
  readonly payload: unknown;
  /** Of items of one queue with the same key only the first is queued, until that one is purged. */
  readonly dedupeKey?: string;
  /** How long to wait before the first attempt. */
  readonly afterMs?: number;
}

/** One attempt at an item. */
export interface ClaimedItem {
  readonly id: bigint;
  readonly queue: string;
  /** JSON. */
  readonly payload: string;
  /** Attempts begun, this one included. */
  readonly attempts: number;
  /** A holder that has lost it can write nothing more about the item. */
  readonly claim: string;
}

export const queueItemStates = ['waiting', 'running', 'done', 'dead'] as const;
export type QueueItemState = (typeof queueItemStates)[number];

/**
 * The items of all queues, as one process start sees them. A write about a claimed item returns `false`, and writes nothing, if the claim is no
 * longer the item's.
 */
export interface QueueItems {
  /** `false`: one with this key is there already. */
  put(draft: QueueItemDraft): Promise<boolean>;
  /** Begins attempts at this number of due items of each queue, the longest due first. Returns how many it got. */
  claim(wanted: readonly { readonly queue: string; readonly count: number }[]): Promise<number>;
  /** The items claimed by this process start. */
  held(queues: readonly string[]): Promise<readonly ClaimedItem[]>;
  /** The items claimed by process starts that have certainly ended. */
  orphaned(queues: readonly string[]): Promise<readonly ClaimedItem[]>;
  /** Items that a fast clock has postponed by more than a day wait no longer than intended. Returns how many. */
  bringForward(queues: readonly string[]): Promise<number>;
  progress(item: ClaimedItem, json: string): Promise<boolean>;
  done(item: ClaimedItem, resultJson: string): Promise<boolean>;
  retry(item: ClaimedItem, next: { readonly afterMs: number; readonly reason: string }): Promise<boolean>;
  /** Ends it without another attempt. */
  bury(item: ClaimedItem, reason: string): Promise<boolean>;
  /** The attempt does not count, and the next may begin at once. */
  giveBack(item: ClaimedItem): Promise<boolean>;
}
