/** What an attempt has besides its payload. */
export interface QueueAttempt {
  /** Aborted when the service stops, the time limit has passed, or the item is another holder's now. */
  readonly signal: AbortSignal;
  /** Reports the progress as any JSON value. Several reports within a second are reduced to one. */
  readonly progress: (state: unknown) => Promise<void>;
}

/** Before the second attempt, what each further one multiplies it by, and the most. */
export interface BackOff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/**
 * Work that others ask for, item by item. An item is attempted until an attempt ends well: at least once, and its effects
 * outside the database perhaps twice, if a process dies in between. That it is done is written once.
 */
export interface QueueJob<Payload = unknown> {
  readonly queue: string;
  /** Such as a schema. A payload on which it throws ends the item at once. */
  readonly payload: { parse(value: unknown): Payload };
  /** Attempts at a time, on each node. */
  readonly concurrency: number;
  readonly attemptsMax: number;
  readonly backOff: BackOff;
  /** A longer attempt has failed, whatever it does afterwards. */
  readonly timeLimitMs: number;
  /** @returns any JSON value, kept with the item. @throws to be tried again. */
  run(payload: Payload, attempt: QueueAttempt): Promise<unknown>;
  /** There will be no further attempt, however the earlier ones ended. May be called twice. */
  gaveUp?(payload: Payload, reason: string): Promise<void>;
}

/** @param fraction in [0, 1); keeps items that failed together from coming back together. */
export function backOffMs({ firstMs, factor, maxMs }: BackOff, attempts: number, fraction: number): number {
  const pauseMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(pauseMs * (1 - fraction / 4));
}
