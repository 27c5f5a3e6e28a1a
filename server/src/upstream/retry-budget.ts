import type { Clock } from '../platform/clock.ts';

/** Retries that a route accepts at once; it starts with this many. */
const tokensMax = 100;
/** Each call that goes to the route first allows a fifth of a further attempt. */
const tokensPerCall = 0.2;
/** Each answer pays for a further attempt: a route that works now and then can be asked until it does. */
const tokensPerAnswer = 1;
/** Lets a quiet route recover from an empty bucket. */
const tokensPerSecond = 1;

/**
 * How often one route may be tried by calls that have already failed, there or elsewhere. For a route that answers nothing, such attempts are at
 * most a fifth of the calls that went to it first, plus one per second and 100 more; every answer raises that, so a route that fails every
 * second time never runs short.
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

  /** Takes one retry; `false` if there is none left. */
  take(): boolean {
    const nowMs = this.#clock.monotonicMs();
    this.#add(((nowMs - this.#atMs) / 1000) * tokensPerSecond);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #add(tokens: number): void {
    this.#tokens = Math.min(tokensMax, this.#tokens + tokens);
  }
}
