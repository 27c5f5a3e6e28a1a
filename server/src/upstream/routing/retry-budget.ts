import type { Clock } from '../../platform/clock.ts';

/** Maximum number of retries in the budget, which is also its initial value. */
const tokensMax = 100;
/** Each call that goes to the route first adds a fifth of a retry. */
const tokensPerCall = 0.2;
/** Each response adds a retry: a route that works intermittently can be retried until it responds. */
const tokensPerAnswer = 1;
/** Lets the budget of an idle route recover. */
const tokensPerSecond = 1;

/**
 * Limits the attempts at one route by calls that have already failed, there or elsewhere. For a route that never responds, such attempts
 * are at most a fifth of the calls that went to it first, plus one per second and 100 more. Every response adds to the budget, so a route
 * that fails every second time never runs short.
 */
export class RetryBudget {
  readonly #clock: Clock;
  #tokens = tokensMax;
  #atMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#atMs = clock.monotonicMs();
  }

  callStarted(): void {
    this.#add(tokensPerCall);
  }

  answered(): void {
    this.#add(tokensPerAnswer);
  }

  /** Whether a retry is left. */
  get isLeft(): boolean {
    return this.#tokens + this.#refilled(this.#clock.monotonicMs()) >= 1;
  }

  /** Uses one retry; returns `false` if none is left. */
  take(): boolean {
    const nowMs = this.#clock.monotonicMs();
    this.#add(this.#refilled(nowMs));
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refilled(nowMs: number): number {
    return ((nowMs - this.#atMs) / 1000) * tokensPerSecond;
  }

  #add(tokens: number): void {
    this.#tokens = Math.min(tokensMax, this.#tokens + tokens);
  }
}
