const minuteMs = 60_000;
/** Resolution of times: one entry counts all refusals of a second. */
const sliceMs = 1_000;

export interface RefusedBodyRules {
  /** Refusals per minute that every account may have; accounts with a higher rate limit may have twice that limit. */
  readonly refusalsMin: number;
  readonly bytesMax: number;
  /** Maximum number of accounts in memory; the least recently active ones are dropped first. */
  readonly accountsMax: number;
}

const refusedBodyDefaults: RefusedBodyRules = { refusalsMin: 600, bytesMax: 256 * 1024 * 1024, accountsMax: 10_000 };

/** Refusals within one second. */
interface Slice {
  readonly startMs: number;
  count: number;
  bytes: number;
}

/**
 * Counts, per account, requests that were refused after their body had been read. No rate limit counts them, because a refusal consumes
 * nothing. But reading and checking a body is work, and a client that sends nothing else could cause it endlessly. Covers the last minute,
 * and is known to this node only.
 */
export interface RefusedBodies {
  record(accountId: string, bytes: number, atMs: number): void;
  /**
   * Milliseconds until another body of this account may be read; 0 if it may be read now. `requestsPerMinute` is `null` if the account has
   * no limit.
   */
  waitMs(accountId: string, requestsPerMinute: number | null, atMs: number): number;
}

export function createRefusedBodies(rules: Partial<RefusedBodyRules> = {}): RefusedBodies {
  const { refusalsMin, bytesMax, accountsMax } = { ...refusedBodyDefaults, ...rules };
  const accounts = new Map<string, Slice[]>();

  /** Oldest first. `abs`: if the clock was set back, the old minute would otherwise never end. */
  function current(accountId: string, atMs: number): Slice[] {
    const slices = accounts.get(accountId) ?? [];
    while (slices[0] !== undefined && Math.abs(atMs - slices[0].startMs) >= minuteMs + sliceMs) slices.shift();
    return slices;
  }

  return {
    record(accountId, bytes, atMs) {
      const slices = current(accountId, atMs);
      const last = slices.at(-1);
      if (last !== undefined && atMs - last.startMs < sliceMs) {
        last.count += 1;
        last.bytes += bytes;
      } else slices.push({ startMs: atMs, count: 1, bytes });
      accounts.delete(accountId);
      accounts.set(accountId, slices);
      if (accounts.size > accountsMax) accounts.delete(accounts.keys().next().value ?? '');
    },
    waitMs(accountId, requestsPerMinute, atMs) {
      if (!accounts.has(accountId)) return 0;
      const slices = current(accountId, atMs);
      const refusalsMax = requestsPerMinute === null ? Infinity : Math.max(refusalsMin, 2 * requestsPerMinute);
      let count = 0;
      let bytes = 0;
      // From the newest backwards: the slice that reaches a limit has to expire first.
      for (const slice of slices.toReversed()) {
        count += slice.count;
        bytes += slice.bytes;
        if (count >= refusalsMax || bytes >= bytesMax) return Math.max(1, slice.startMs + sliceMs + minuteMs - atMs);
      }
      return 0;
    },
  };
}
