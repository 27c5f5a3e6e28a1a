import type { Clock } from '../../platform/clock.ts';

export interface Token {
  readonly value: string;
  readonly lifetimeMs: number;
}

/** A token is renewed this long before its end, or at half its lifetime if that is later. */
const renewAheadMs = 300_000;
/** Under way to the upstream it must not run out. */
const reserveMs = 30_000;

interface Held {
  readonly value: string;
  readonly renewFromMs: number;
  readonly endsAtMs: number;
}

/** A token for a while, made once for all who need it at the same time. */
export class RenewedToken {
  readonly #clock: Clock;
  readonly #make: () => Promise<Token>;
  #held: Held | null = null;
  #making: Promise<string> | null = null;

  constructor(clock: Clock, make: () => Promise<Token>) {
    this.#clock = clock;
    this.#make = make;
  }

  /** @throws what the making throws, as long as there is no token that still holds. */
  async get(): Promise<string> {
    const held = this.#held;
    const nowMs = this.#clock.monotonicMs();
    if (held !== null && nowMs < held.renewFromMs) return held.value;
    this.#making ??= this.#renew(nowMs).finally(() => {
      this.#making = null;
    });
    if (held === null || nowMs >= held.endsAtMs - reserveMs) return this.#making;
    // The one there is does for now, also if there will be no other.
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
