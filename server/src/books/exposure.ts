import type { BooksLimits } from './books-options.ts';

/** Finished calls in neither the database nor the spill file. */
export interface Exposed {
  /** Records with a charge. Losing a free one costs no money. */
  readonly chargedCount: number;
  /** Their total charge in nano-CNY. */
  readonly charge: bigint;
  /** Monotonic time at which the first of them ended; `Infinity` if there is none. */
  readonly sinceMs: number;
}

/**
 * Whether a process killed now would lose more than the bounds allow.
 * @param nowMs monotonic.
 * @param isLate whether the database has failed, so that age counts.
 */
export function isTooMuchExposed(
  parts: readonly (Exposed | null)[],
  limits: BooksLimits['exposed'],
  nowMs: number,
  isLate: boolean,
): boolean {
  let sinceMs = Infinity;
  for (const part of parts) if (part !== null && part.chargedCount > 0) sinceMs = Math.min(sinceMs, part.sinceMs);
  // Every call runs this check, and it nearly always decides.
  const waitedMs = nowMs - sinceMs;
  if (waitedMs < limits.usualMs) return false;
  let calls = 0;
  let charge = 0n;
  for (const part of parts) {
    if (part === null) continue;
    calls += part.chargedCount;
    charge += part.charge;
  }
  return (isLate && waitedMs >= limits.ageMsMax) || calls >= limits.callsMax || charge >= limits.chargeMax;
}
