import type { Clock } from '../../platform/clock.ts';

export interface Token {
  readonly value: string;
  readonly lifetimeMs: number;
}

/** A token is renewed this long before it expires, or at half its lifetime if that is later. */
const renewAheadMs = 300_000;
/** The token must not expire on its way to the upstream. */
const reserveMs = 30_000;

interface Held {
  readonly value: string;
  readonly renewFromMs: number;
  readonly endsAtMs: number;
}

/** A token with a limited lifetime, created once for all concurrent callers. */
export class RenewedToken {
  readonly #clock: Clock;
  readonly #make: () => Promise<Token>;
  #held: Held | null = null;
  #making: Promise<string> | null = null;

  constructor(clock: Clock, make: () => Promise<Token>) {
    this.#clock = clock;
    this.#make = make;
  }

  /** @throws the error of `make`, while there is no valid token. */
  async get(): Promise<string> {
    const held = this.#held;
    const nowMs = this.#clock.monotonicMs();
    if (held !== null && nowMs < held.renewFromMs) return held.value;
    this.#making ??= this.#renew(nowMs).finally(() => {
      this.#making = null;
    });
    if (held === null || nowMs >= held.endsAtMs - reserveMs) return this.#making;
    // The current token is still valid, even if the renewal fails.
    this.#making.catch(() => undefined);
    return held.value;
  }

  async #renew(startedMs: number): Promise<string> {
    const { value, lifetimeMs } = await this.#make();
    const endsAtMs = startedMs + lifetimeMs;
    this.#held = { value, endsAtMs, renewFromMs: Math.max(endsAtMs - renewAheadMs, startedMs + lifetimeMs / 2) };
    return value;
  }
}
