/** What an attempt receives besides its payload. */
export interface QueueAttempt {
  /** Aborted when the service stops, the time limit has passed, or another holder has the item. */
  readonly signal: AbortSignal;
  /** Reports progress as any JSON value. Several reports within a second are combined. */
  readonly progress: (state: unknown) => Promise<void>;
}

/** The pause before the second attempt, the factor for each further one, and the maximum. */
export interface BackOff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/**
 * Work that is requested item by item. An item is attempted until an attempt succeeds: at least once. If a process dies in between, effects
 * outside the database may occur twice. Its completion is recorded once.
 */
export interface QueueJob<Payload = unknown> {
  readonly queue: string;
  /** Such as a schema. If it throws, the item ends immediately. */
  readonly payload: { parse(value: unknown): Payload };
  /** Maximum number of parallel attempts on each node. */
  readonly concurrency: number;
  readonly attemptsMax: number;
  readonly backOff: BackOff;
  /** A longer attempt counts as failed, regardless of what it does afterwards. */
  readonly timeLimitMs: number;
  /**
   * @returns any JSON value, stored with the item.
   * @throws if the item should be tried again.
   */
  run(payload: Payload, attempt: QueueAttempt): Promise<unknown>;
  /** Called when there will be no further attempt, however the earlier ones ended. May be called twice. */
  gaveUp?(payload: Payload, reason: string): Promise<void>;
}

/** @param fraction in [0, 1); spreads items that failed together. */
export function backOffMs({ firstMs, factor, maxMs }: BackOff, attempts: number, fraction: number): number {
  const pauseMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(pauseMs * (1 - fraction / 4));
}
