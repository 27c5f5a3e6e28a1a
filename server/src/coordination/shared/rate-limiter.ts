import type { AdmitRefusal, RateLimits, RateState } from '../../domain/limits/coordination.ts';
import { SlidingWindow } from '../../domain/limits/sliding-window.ts';
import { TokenWindow } from '../../domain/limits/token-window.ts';

/** A call holds its slot for an unknown time, so this is an estimate that costs at most one extra retry. */
const slotRetryMs = 1000;
const minuteMs = 60_000;

/** The running calls of an account or key, and its usage in the last minute. Windows exist only for limits that need them. */
export class RateLimiter {
  running = 0;
  /** Calls that are admitted and not settled. They reserve tokens even when their slot is already free. */
  #open = 0;
  #tokensHeld = 0;
  #requests: SlidingWindow | undefined;
  #tokens: TokenWindow | undefined;

  /** The first limit that refuses the call, or `undefined`. Changes nothing. */
  refusal(limits: RateLimits, expectedTokens: number, nowMs: number): AdmitRefusal | undefined {
    const { scope, requestsPerMinute, concurrency } = limits;
    const waitMs = requestsPerMinute === null ? 0 : this.#requestWaitMs(requestsPerMinute, nowMs);
    if (waitMs > 0) return { reason: 'rate', scope, retryAfterMs: waitMs };
    const tokenWaitMs = this.#tokenWaitMs(limits.tokensPerMinute, expectedTokens, nowMs);
    if (tokenWaitMs > 0) return { reason: 'tokens', scope, retryAfterMs: tokenWaitMs };
    if (concurrency !== null && this.running >= concurrency) return { reason: 'concurrency', scope, retryAfterMs: slotRetryMs };
    return undefined;
  }

  admit(limits: RateLimits, expectedTokens: number, nowMs: number): void {
    if (limits.requestsPerMinute !== null) (this.#requests ??= new SlidingWindow()).add(nowMs);
    if (limits.tokensPerMinute !== null) this.#tokens ??= new TokenWindow();
    this.take(expectedTokens);
  }

  /** Occupies a slot, whether or not one is free. */
  take(expectedTokens: number): void {
    this.running += 1;
    this.#open += 1;
    this.#tokensHeld += expectedTokens;
  }

  freeSlot(): void {
    this.running -= 1;
  }

  /** The slot was already released by `freeSlot`. */
  settle(expectedTokens: number, tokens: number, nowMs: number): void {
    this.#open -= 1;
    this.#tokensHeld -= expectedTokens;
    this.#tokens?.add(tokens, nowMs);
  }

  rateState(limit: number, nowMs: number): RateState & { readonly remainingRequests: number } {
    const count = this.#requests?.count(nowMs) ?? 0;
    if (count >= limit) return { limitRequests: limit, remainingRequests: 0, resetMs: this.#requestWaitMs(limit, nowMs) };
    return { limitRequests: limit, remainingRequests: limit - count, resetMs: this.#requests?.oldestExpiresInMs(nowMs) ?? 0 };
  }

  /** Nothing is open and nothing remains of the last minute, so dropping it changes no decision. */
  isIdle(nowMs: number): boolean {
    return this.#open === 0 && (this.#requests?.count(nowMs) ?? 0) === 0 && (this.#tokens?.sum(nowMs) ?? 0) === 0;
  }

  #requestWaitMs(limit: number, nowMs: number): number {
    return this.#requests?.waitMs(limit, nowMs) ?? (limit > 0 ? 0 : minuteMs);
  }

  /**
   * Running calls count with their expected usage, finished ones with their actual usage. A call that is expected to need more than the
   * whole limit may run alone: expectations are generous, and it could never run otherwise.
   */
  #tokenWaitMs(limit: number | null, expectedTokens: number, nowMs: number): number {
    if (limit === null) return 0;
    if (limit <= 0) return minuteMs;
    const used = this.#tokens?.sum(nowMs) ?? 0;
    const excess = used + this.#tokensHeld + expectedTokens - limit;
    if (excess <= 0 || (used === 0 && this.#tokensHeld === 0)) return 0;
    if (used === 0) return slotRetryMs;
    return this.#tokens?.freesInMs(Math.min(excess, used), nowMs) ?? slotRetryMs;
  }
}
