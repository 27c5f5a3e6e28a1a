import type { Link } from '../../../src/coordination/redis/link.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { Chance } from '../chance.ts';
import type { SharedRedis } from './shared-redis.ts';

/** Every command fails at once, or nothing ever arrives. */
export type Cut = 'refused' | 'silent';

export interface LineOptions {
  readonly redis: SharedRedis;
  /** Clock of the world, because data in transit arrives whether or not its sender lives. */
  readonly clock: Clock;
  readonly chance: Chance;
}

/** A node's connection to the server: in order, with delays, and sometimes broken in one of the ways of a network. */
export class RedisLine implements Link {
  readonly isCluster = false;
  /** Time of the last repair. */
  wholeSinceMs = 0;
  #cut: Cut | null = null;
  readonly #options: LineOptions;
  #arrivesMs = 0;
  #answersMs = 0;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get isCut(): boolean {
    return this.#cut !== null;
  }

  cut(how: Cut): void {
    this.#cut = how;
  }

  /** A new connection: data in transit on the old one can still arrive, next to what the new one sends. */
  mend(): void {
    if (this.#cut !== null) this.wholeSinceMs = this.#options.clock.monotonicMs();
    this.#cut = null;
    this.#arrivesMs = 0;
    this.#answersMs = 0;
  }

  send(_key: string, args: readonly string[]): Promise<unknown> {
    const { clock, chance, redis } = this.#options;
    if (this.#cut === 'refused' || redis.isAway) return Promise.reject(new Error('Socket closed unexpectedly'));
    if (this.#cut === 'silent' && chance.happens(0.7)) return new Promise(() => undefined);
    // Data sent while it was silent can arrive late, when nobody waits for it any more.
    const delayMs = this.#cut === 'silent' ? chance.whole(600, 8_000) : chance.skewed(0, 30);
    this.#arrivesMs = Math.max(this.#arrivesMs, clock.monotonicMs() + delayMs);
    return new Promise((resolve, reject) => {
      clock.after(this.#arrivesMs - clock.monotonicMs(), () => {
        if (redis.isAway) reject(new Error('Socket closed unexpectedly'));
        else void this.#arrived(args).then(resolve, reject);
      });
    });
  }

  async sendToAll(args: readonly string[]): Promise<readonly unknown[]> {
    return [await this.send('', args)];
  }

  close(): void {
    this.#cut = 'refused';
  }

  async #arrived(args: readonly string[]): Promise<unknown> {
    const { redis } = this.#options;
    const [outcome] = await Promise.allSettled([redis.run(args)]);
    await this.#travelBack();
    if (this.#cut === 'silent') return new Promise(() => undefined);
    if (this.#cut !== null || redis.isAway) throw new Error('Socket closed unexpectedly');
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  #travelBack(): Promise<void> {
    const { clock, chance } = this.#options;
    this.#answersMs = Math.max(this.#answersMs, clock.monotonicMs() + chance.skewed(0, 30));
    return new Promise((resolve) => clock.after(this.#answersMs - clock.monotonicMs(), resolve));
  }
}
