import { capLevels, type ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type { MoneyLimit } from '../../domain/limits/coordination.ts';
import { parseWindow, type ParsedWindow } from '../../domain/limits/window.ts';

/** An ended window is kept this long after its last posting. Later requests read its figures from the database. */
const keptMs = 600_000;

/** The money of one window: of an account, or of a key or sub-account in one day or month. */
export class MoneyCounter {
  /** The posted amount, which only grows. */
  used: bigint;
  /** Sum of the open reservations. */
  held = 0n;
  /** The number of open reservations. It can be positive with an amount of 0. */
  reservations = 0;
  readonly window: string;
  readonly #parsed: ParsedWindow;
  #limit: bigint | null = null;
  #arming = -1;
  /** Levels already announced under this arming, one bit each. */
  #announced = 0;
  #touchedMs: number;

  /** Times are monotonic. */
  constructor(window: string, used: bigint, nowMs: number) {
    this.window = window;
    this.used = used;
    this.#touchedMs = nowMs;
    this.#parsed = parseWindow(window);
  }

  /** Whether the counter can be dropped: its period is over, it has no open reservation, and its last posting is long in the database. */
  isOver(day: number, month: number, nowMs: number): boolean {
    const { scope, period, isOfDay } = this.#parsed;
    if (scope === 'account' || this.reservations > 0 || nowMs - this.#touchedMs < keptMs) return false;
    return period < (isOfDay ? day : month);
  }

  reserve(amount: bigint, limit: MoneyLimit): void {
    this.hold(amount);
    this.watch(limit);
  }

  hold(amount: bigint): void {
    this.held += amount;
    this.reservations += 1;
  }

  release(amount: bigint, posted: bigint, nowMs: number): void {
    this.#touchedMs = nowMs;
    this.held -= amount;
    this.reservations -= 1;
    this.used += posted;
  }

  /** Sets the limit for alert levels. A limit of an earlier arming is ignored. */
  watch({ limit, arming }: MoneyLimit): void {
    if (arming < this.#arming) return;
    if (arming > this.#arming) this.#announced = 0;
    this.#arming = arming;
    this.#limit = limit;
  }

  /**
   * Adds the levels that posted spending has reached and that were not yet announced under this arming. A limit of 0 has no levels to
   * announce.
   */
  announce(found: ReachedLevel[]): void {
    const limit = this.#limit;
    if (limit === null || this.#parsed.scope === 'account' || this.#announced === 0b111) return;
    for (const [index, level] of capLevels.entries()) {
      const bit = 1 << index;
      if ((this.#announced & bit) !== 0 || this.used * 100n < limit * BigInt(level)) continue;
      this.#announced |= bit;
      if (limit === 0n && level !== 100) continue;
      found.push({ window: this.window, scope: this.#parsed.scope, level, arming: this.#arming, limit, used: this.used });
    }
  }
}
