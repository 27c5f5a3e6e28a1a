import type { Clock } from '../../platform/clock.ts';
import { isBroken } from './fault.ts';

const pauseMs = 50;

/** How long a caller waits for an unavailable server, such as one that is restarting. */
export interface RetryPolicy {
  readonly clock: Clock;
  readonly waitMs: number;
  /** Whether waiting has become pointless. */
  readonly isClosed: () => boolean;
}

/** Repeats the attempt until the connection works or the waiting time is over, at least twice. Every other error is passed on at once. */
export async function retry<Result>(policy: RetryPolicy, attempt: () => Promise<Result>): Promise<Result> {
  const { clock, waitMs, isClosed } = policy;
  const startMs = clock.monotonicMs();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isOver = isClosed() || (tries > 1 && clock.monotonicMs() - startMs >= waitMs);
      if (!isBroken(error) || isOver) throw error;
      if (tries > 1) await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  }
}
