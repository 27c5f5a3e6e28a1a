import type { BooksLimits } from './books-options.ts';

/** Finished calls in neither the database nor the spill file. */
export interface Exposed {
  readonly closedCount: number;
  /** Their total charge in nano-CNY. */
  readonly charge: bigint;
  /** Monotonic time at which the first of them ended; `Infinity` if there is none. */
  readonly sinceMs: number;
}

/**
 * Whether a process killed now would lose more than the bounds allow.
 * @param nowMs monotonic; `null` while age does not count.
 */
export function isTooMuchExposed(
  parts: readonly (Exposed | null)[],
  limits: BooksLimits['exposed'],
  nowMs: number | null,
): boolean {
  let calls = 0;
  let charge = 0n;
  let sinceMs = Infinity;
  for (const part of parts) {
    if (part === null || part.closedCount === 0) continue;
    calls += part.closedCount;
    charge += part.charge;
    sinceMs = Math.min(sinceMs, part.sinceMs);
  }
  const isTooOld = nowMs !== null && nowMs - sinceMs >= limits.ageMsMax;
  return isTooOld || calls >= limits.callsMax || charge >= limits.chargeMax;
}
