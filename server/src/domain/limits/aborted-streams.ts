import { nanoPerCny, type NanoCny } from '@tollgate/contract/money';
import { SlidingWindow } from './sliding-window.ts';

const hourMs = 3_600_000;
const hoursKept = 24;

export interface AbortedStreamRules {
  /** All three must hold within 24 hours: this many aborted streams, … */
  readonly abortedMin: number;
  /** … this much cost that could not be charged, … */
  readonly uncollectedMin: NanoCny;
  /** … and this share of what was charged. */
  readonly uncollectedPercentMin: number;
  readonly throttledRequestsPerMinute: number;
  readonly throttleMs: number;
  /** Accounts remembered; those silent longest are forgotten first. */
  readonly accountsMax: number;
}

const abortedStreamDefaults: AbortedStreamRules = {
  abortedMin: 20,
  uncollectedMin: nanoPerCny,
  uncollectedPercentMin: 20,
  throttledRequestsPerMinute: 10,
  throttleMs: hourMs,
  accountsMax: 20_000,
};

export interface EndedCall {
  readonly accountId: string;
  /** The client broke off a stream before its end. */
  readonly aborted: boolean;
  /** What that cost without being charged. */
  readonly uncollected: NanoCny;
  readonly charged: NanoCny;
  readonly atMs: number;
}

export type AbortedStreamCheck = { readonly throttled: false } | { readonly throttled: true; readonly retryAfterMs: number };

/**
 * Bounds what can be taken by reading streams and hanging up before they are charged. A person who presses Stop now and
 * then never meets it: few aborts, little money, or a small part of what is paid for each suffice to stay clear.
 */
export interface AbortedStreams {
  /** Counts a call that ended; `true` if the account is throttled from now on and was not before (one notice is due). */
  record(call: EndedCall): boolean;
  /** May the account send a request now? While it is throttled, each `throttled: false` counts as one sent. */
  check(accountId: string, atMs: number): AbortedStreamCheck;
}

const notThrottled: AbortedStreamCheck = { throttled: false };

export function createAbortedStreams(rules: Partial<AbortedStreamRules> = {}): AbortedStreams {
  const inForce: AbortedStreamRules = { ...abortedStreamDefaults, ...rules };
  const accounts = new Map<string, AccountHistory>();

  function history(accountId: string): AccountHistory {
    const known = accounts.get(accountId);
    if (known !== undefined) accounts.delete(accountId);
    const found = known ?? new AccountHistory();
    accounts.set(accountId, found);
    if (accounts.size > inForce.accountsMax) accounts.delete(accounts.keys().next().value ?? '');
    return found;
  }

  return {
    record: (call) => history(call.accountId).record(call, inForce),
    check: (accountId, atMs) => accounts.get(accountId)?.check(atMs, inForce) ?? notThrottled,
  };
}

/** One account's last 24 hours in buckets of an hour, with their sums. */
class AccountHistory {
  readonly #aborted = new Uint32Array(hoursKept);
  readonly #uncollected = new BigInt64Array(hoursKept);
  readonly #charged = new BigInt64Array(hoursKept);
  #hour = 0;
  #abortedSum = 0;
  #uncollectedSum = 0n;
  #chargedSum = 0n;
  #throttledUntilMs = 0;
  #sent: SlidingWindow | undefined;

  record({ aborted, uncollected, charged, atMs }: EndedCall, rules: AbortedStreamRules): boolean {
    this.#advance(Math.floor(atMs / hourMs));
    this.#add(this.#hour % hoursKept, aborted ? 1 : 0, uncollected, charged);
    if (!aborted || !this.#isAbuse(rules)) return false;
    const wasThrottled = this.#throttledUntilMs > atMs;
    this.#throttledUntilMs = atMs + rules.throttleMs;
    // Start afresh, so that one more press of Stop after the hour is not a second offence.
    this.#forget();
    return !wasThrottled;
  }

  check(atMs: number, rules: AbortedStreamRules): AbortedStreamCheck {
    if (this.#throttledUntilMs <= atMs) {
      this.#sent = undefined;
      return notThrottled;
    }
    // A clock that was set back must not prolong the throttle beyond its own length.
    this.#throttledUntilMs = Math.min(this.#throttledUntilMs, atMs + rules.throttleMs);
    this.#sent ??= new SlidingWindow();
    const waitMs = this.#sent.waitMs(rules.throttledRequestsPerMinute, atMs);
    if (waitMs > 0) return { throttled: true, retryAfterMs: Math.min(waitMs, this.#throttledUntilMs - atMs) };
    this.#sent.add(atMs);
    return notThrottled;
  }

  #isAbuse(rules: AbortedStreamRules): boolean {
    return (
      this.#abortedSum >= rules.abortedMin &&
      this.#uncollectedSum >= rules.uncollectedMin &&
      this.#uncollectedSum * 100n >= this.#chargedSum * BigInt(rules.uncollectedPercentMin)
    );
  }

  #add(bucket: number, aborted: number, uncollected: bigint, charged: bigint): void {
    this.#aborted[bucket] = (this.#aborted[bucket] ?? 0) + aborted;
    this.#uncollected[bucket] = (this.#uncollected[bucket] ?? 0n) + uncollected;
    this.#charged[bucket] = (this.#charged[bucket] ?? 0n) + charged;
    this.#abortedSum += aborted;
    this.#uncollectedSum += uncollected;
    this.#chargedSum += charged;
  }

  /** Moves to an hour; a clock that went back counts into the latest hour seen. */
  #advance(hour: number): void {
    if (hour - this.#hour >= hoursKept) this.#forget();
    else for (let next = this.#hour + 1; next <= hour; next += 1) this.#clear(next % hoursKept);
    this.#hour = Math.max(this.#hour, hour);
  }

  #clear(bucket: number): void {
    this.#add(bucket, -(this.#aborted[bucket] ?? 0), -(this.#uncollected[bucket] ?? 0n), -(this.#charged[bucket] ?? 0n));
  }

  #forget(): void {
    for (let bucket = 0; bucket < hoursKept; bucket += 1) this.#clear(bucket);
  }
}
