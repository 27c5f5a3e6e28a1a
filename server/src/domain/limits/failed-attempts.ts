import { networkOf } from './ip-address.ts';

const minuteMs = 60_000;

export interface FailedAttemptRules {
  readonly attemptsPerMinute: number;
  /** Maximum number of addresses in memory; the least recently active ones are dropped first. */
  readonly addressesMax: number;
}

const failedAttemptDefaults: FailedAttemptRules = { attemptsPerMinute: 100, addressesMax: 10_000 };

/**
 * Counts requests whose key matched nothing, per source address and minute. A minute begins with its first attempt, so no clock boundary
 * allows twice as many. IPv6 sources count per /64, because one client can choose any address in it.
 */
export interface FailedAttempts {
  /** Counts one attempt; `true` if there were too many from this source within the minute. */
  record(sourceIp: string, atMs: number): boolean;
  /** Whether there were already too many attempts. Counts nothing. */
  exceeded(sourceIp: string, atMs: number): boolean;
  /** Milliseconds until the source's minute is over; 0 if nothing was counted. */
  retryAfterMs(sourceIp: string, atMs: number): number;
}

interface Source {
  startMs: number;
  attempts: number;
}

export function createFailedAttempts(rules: Partial<FailedAttemptRules> = {}): FailedAttempts {
  const { attemptsPerMinute, addressesMax }: FailedAttemptRules = { ...failedAttemptDefaults, ...rules };
  const sources = new Map<string, Source>();

  function current(sourceIp: string, atMs: number): Source | undefined {
    const source = sources.get(networkOf(sourceIp));
    // `abs`: if the clock was set back, the old minute would otherwise never end.
    return source !== undefined && Math.abs(atMs - source.startMs) < minuteMs ? source : undefined;
  }

  function countOne(sourceIp: string, atMs: number): number {
    const name = networkOf(sourceIp);
    const source = current(sourceIp, atMs) ?? { startMs: atMs, attempts: 0 };
    source.attempts += 1;
    sources.delete(name);
    sources.set(name, source);
    if (sources.size > addressesMax) sources.delete(sources.keys().next().value ?? '');
    return source.attempts;
  }

  return {
    record: (sourceIp, atMs) => countOne(sourceIp, atMs) > attemptsPerMinute,
    exceeded: (sourceIp, atMs) => (current(sourceIp, atMs)?.attempts ?? 0) >= attemptsPerMinute,
    retryAfterMs(sourceIp, atMs) {
      const source = current(sourceIp, atMs);
      return source === undefined ? 0 : source.startMs + minuteMs - atMs;
    },
  };
}
